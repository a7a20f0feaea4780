import type { Page } from 'playwright/test'
import type { DriveStatus } from '../../src/contract/imports/drive.ts'
import type { ChangeKind } from '../../src/contract/imports/source-words.ts'
import type { Plan, PlannedChange, Source } from '../../src/contract/imports/sources.ts'

export const longName = 'a-folder-whose-name-does-not-break-anywhere-and-another-one-in-it'
const ago = (minutes: number) => new Date(Date.now() - 60_000 * minutes).toISOString()
const counts = { new: 0, changed: 0, moved: 0, gone: 0, conflicting: 0 }
const id = (number: number) => `01997c11-0000-7000-8000-00000000000${number}`

const source = (number: number, values: Partial<Source>): Source => ({
  ...{ id: id(number), kind: 'drive', name: 'Photos', path: null, folderId: 'folder' },
  isConfigured: false,
  settings: { everyHours: 1, subfolders: true, albumPerSubfolder: true, whenGone: 'trash' },
  ...{ photos: 1240, state: 'idle', progress: null, question: null, plan: null },
  ...{ waiting: 0, omitted: null },
  lastRun: {
    ...{ startedAt: ago(31), finishedAt: ago(30), error: null, failed: 0, unreadable: 0 },
    counts: { ...counts, new: 12, moved: 3 },
  },
  nextRun: ago(-30),
  ...values,
})

const folder = (number: number, path: string, values: Partial<Source>): Source =>
  source(number, { kind: 'folder', folderId: null, path, ...values })

/** A source in each state; files of the first wait for a decision. */
const everyState = (): Source[] => [
  source(1, { name: `Trip ${longName}`, waiting: 3 }),
  source(2, {
    ...{ name: 'Weddings', state: 'failed', nextRun: ago(-5) },
    lastRun: {
      ...{ startedAt: ago(11), finishedAt: ago(10), counts, failed: 0, unreadable: 0 },
      error: 'Google no longer accepts this connection. It was revoked. Connect again.',
    },
  }),
  folder(3, `/srv/photos/${longName}`, {
    ...{ name: 'exports', isConfigured: true, state: 'running', photos: 10_412 },
    progress: { stage: 'applying', total: 120, done: 31, current: `${longName}/IMG_1.jpg` },
  }),
  folder(4, '/srv/scans', {
    ...{ name: 'scans', state: 'asking', photos: 400 },
    question: { hidden: 120, photos: 400, recent: 12 },
    omitted: {
      types: [{ type: '.heic', count: 12 }],
      skipped: [{ name: '@eaDir', reason: 'thumbnails or caches', count: 40 }],
    },
    plan: { madeAt: ago(3), counts: { ...counts, new: 2, gone: 120 }, left: 122 },
  }),
  folder(5, '/srv/new', {
    ...{ name: 'new', photos: 0, lastRun: null, nextRun: null },
    settings: {
      everyHours: null,
      subfolders: false,
      albumPerSubfolder: false,
      whenGone: 'nothing',
    },
  }),
]

const change = (kind: ChangeKind, values: Partial<PlannedChange>): PlannedChange => ({
  ...{ kind, path: `2026/${longName}.jpg`, from: null, photoId: null, hides: false },
  ...{ reason: null, state: 'planned' },
  ...values,
})

/** Changes of each kind; `photoIds` are of photos that they are about. */
const changesOf = (photoIds: readonly string[]): PlannedChange[] => {
  const [first = null, second = null] = photoIds
  return [
    ...Array.from({ length: 21 }, (_, n) => change('new', { path: `2026/IMG_${n}.jpg` })),
    change('changed', { photoId: first }),
    change('moved', { photoId: second, path: '2026/Best/IMG_1.jpg', from: '2026/IMG_1.jpg' }),
    change('gone', { photoId: first, hides: true }),
    change('conflicting', {
      ...{ photoId: second, path: '2026/IMG_2.jpg' },
      reason: 'the photo now shows a different version from the one this file had',
    }),
  ]
}

const lost: DriveStatus = {
  ...{ authenticated: false, isConfigured: true, configProblem: null, isLost: true },
  reason: 'Google no longer accepts this connection. It was revoked. Connect again.',
  account: 'ann@example.org',
}

export const firstSource = id(1)

/** Mocks the responses about sources, with Google Drive lost. */
export async function mockSources(
  page: Page,
  sources: readonly Source[] = everyState(),
  photoIds: readonly string[] = [],
): Promise<void> {
  const changes = changesOf(photoIds)
  await page.route(/\/api\/(sources|drive\/authenticated)\b/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const [, , kind, own, part] = pathname.split('/')
    if (kind === 'drive') return route.fulfill({ json: { data: lost } })
    if (part === 'plan') return route.fulfill({ json: { data: planOf(changes, searchParams) } })
    const data = own ? sources.find((each) => each.id === own) : sources
    return route.fulfill({ json: { data } })
  })
}

function planOf(all: readonly PlannedChange[], query: URLSearchParams): Plan {
  const of = (kind: string | null) => all.filter((each) => kind === null || each.kind === kind)
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 100)]
  const found = of(query.get('kind'))
  const changes = found.slice(offset, offset + limit)
  const kinds = Object.keys(counts) as ChangeKind[]
  return {
    madeAt: ago(3),
    counts: Object.fromEntries(kinds.map((kind) => [kind, of(kind).length])) as Plan['counts'],
    ...{ length: changes.length, total: found.length, offset, changes },
  }
}
