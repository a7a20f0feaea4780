import type { Page, Route } from 'playwright/test'
import type {
  DriveFailure,
  DriveFile,
  DriveFolder,
  DriveFolderContent,
  DriveStatus,
} from '../../src/contract/imports/drive.ts'
import type { GoogleClient } from '../../src/contract/imports/google-client.ts'
import type { Job } from '../../src/contract/imports/jobs.ts'
import { expect } from './gallery.ts'

const longName = `${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(2)}.jpg`

const file = (id: string, name: string): DriveFile => ({
  id,
  name,
  mimeType: 'image/jpeg',
  md5Checksum: id,
  createdTime: '2025-03-04T05:06:07.000Z',
  size: 4_321_000,
})
export const nothingNew: DriveFolderContent = {
  ...{ folder: longName, new: 0, newBytes: 0, total: 1240, deleted: [], blocked: [] },
  omitted: { types: [], skipped: [] },
}
export const fullFolder: DriveFolderContent = {
  ...{ folder: longName, new: 2, newBytes: 8_642_000, total: 1240 },
  omitted: {
    types: [
      { type: '.heic', count: 12 },
      { type: '.mov', count: 3 },
    ],
    skipped: [],
  },
  deleted: [file('f', longName), file('g', 'IMG_6.jpg')],
  blocked: [
    { fileId: 'h', name: longName, reason: 'its owner does not allow it to be downloaded' },
    { fileId: 'i', name: 'IMG_8.jpg', reason: 'its owner does not allow it to be downloaded' },
  ],
}

export const finished: Job = {
  ...{ id: '01997c11-0000-7000-8000-000000000001', kind: 'drive import', state: 'FINISHED' },
  ...{
    percent: 100,
    total: 1234,
    done: 1200,
    replaced: 0,
    waiting: 0,
    skipped: 31,
    failed: 3,
    current: null,
    error: null,
  },
  startedAt: '2025-05-04T05:06:07.000Z',
  finishedAt: '2025-05-04T06:06:07.000Z',
  ...{ pausedUntil: null, pauseReason: null, isStopped: false },
  ...{ folder: longName, isSelection: false },
  failures: [{ fileId: 'a', name: longName, reason: 'the file is incomplete' }],
}
export const running: Job = {
  ...finished,
  ...{ state: 'STARTED', percent: 55, done: 650, skipped: 30, current: longName },
  finishedAt: null,
}
/** Cancelled by the owner. */
export const cancelled: Job = {
  ...finished,
  ...{ state: 'ABORTED', percent: 55, error: 'cancelled', isStopped: true },
}
export const selection: Job = {
  ...finished,
  ...{ id: '01997c11-0000-7000-8000-000000000002', isSelection: true },
  ...{ total: 2, done: 1, skipped: 0, failed: 1 },
}
export const paused = (seconds = 200): Job => ({
  ...running,
  current: null,
  pausedUntil: new Date(Date.now() + 1000 * seconds).toISOString(),
  pauseReason: 'Google is limiting requests',
})

export const failures = (count: number): DriveFailure[] =>
  Array.from({ length: count }, (_, index) => ({
    fileId: `failed-${index}`,
    name: index === 0 ? longName : `IMG_${index}.jpg`,
    reason: index === 1 ? `Google Drive returned 403: ${longName}` : 'the file is incomplete',
    tries: index + 1,
    failedAt: '2025-05-04T06:06:07.000Z',
    canRetry: index === 1,
  }))

const browsed = (id: string, name: string, canChoose = true) => ({ id, name, canChoose })
export const places = {
  path: [],
  folders: [
    browsed('root', 'My Drive'),
    browsed('shared', 'Shared with me', false),
    browsed('club', `Club ${longName}`),
  ],
  next: null,
}
export const subfolders = {
  path: [{ id: 'root', name: 'My Drive' }],
  folders: [
    browsed('a', `Trip ${longName}`),
    ...Array.from({ length: 30 }, (_, index) => browsed(`y${index}`, String(1990 + index))),
  ],
  next: 'more',
}

/** Folders of the same name, the last one without a count of its photos. */
export const sameName: DriveFolder[] = Array.from({ length: 20 }, (_, index) => ({
  id: `same-${index}`,
  path: index === 0 ? `My Drive / ${longName} / ${longName}` : `My Drive / ${2000 + index} / Same`,
  createdTime: '2025-03-04T05:06:07.000Z',
  photos: index === 19 ? null : index * 60,
}))

/** A client that the owner entered. */
export const enteredClient: GoogleClient = {
  source: 'account',
  clientId: '1234567890-a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6.made.apps.googleusercontent.com',
  hasSecret: true,
  problem: null,
}

type Data = { readonly data: unknown }
type Refused = { readonly error: { code: number; message: string; details?: object } }
type Response = Data | Refused | Promise<never>

/** What the server responds on the Drive screen, by the last part of the address. */
export type DriveResponses = {
  readonly status?: Partial<DriveStatus> | Refused
  readonly folder?: DriveFolderContent | Refused
  readonly folders?: (query: URLSearchParams) => Response
  readonly job?: Job | { readonly id: '' }
  readonly failures?: readonly DriveFailure[]
  readonly client?: GoogleClient
  readonly dismissed?: readonly DriveFailure[]
  /** The last import of a whole folder. */
  readonly whole?: Job
}

export const refused = (code: number, message: string, details?: object): Refused => ({
  error: { code, message, ...(details && { details }) },
})
const isRefused = (value: unknown): value is Refused =>
  typeof value === 'object' && value !== null && 'error' in value && 'code' in Object(value.error)

/** Mocks the drive's responses on its screen, from its next load on. */
export async function mockDrive(page: Page, responses: DriveResponses): Promise<void> {
  await page.route(/\/api\/drive(\/|\?|$)/, async (route) => {
    const { pathname } = new URL(page.url())
    // Other screens get real responses.
    if (pathname !== '/account/drive') return route.fallback()
    const response = await responseTo(new URL(route.request().url()), responses)
    return fulfill(route, response)
  })
}

function responseTo({ pathname, searchParams }: URL, given: DriveResponses): unknown {
  const { status = {}, folder = fullFolder, job = finished, failures: failed = [] } = given
  const { dismissed = [], whole = { id: '' } } = given
  const list = searchParams.get('dismissed') === 'true' ? dismissed : failed
  const connected = {
    authenticated: true,
    isConfigured: true,
    configProblem: null,
    reason: null,
    isLost: false,
  }
  const offset = Number(searchParams.get('offset') ?? 0)
  const page = list.slice(offset, offset + 50)
  const responses: Record<string, () => unknown> = {
    authenticated: () =>
      isRefused(status) ? status : { ...connected, account: 'ann@example.org', ...status },
    folder: () => folder,
    folders: () => given.folders?.(searchParams) ?? { data: places },
    failures: () => ({
      ...{ length: page.length, total: list.length, offset },
      ...{ dismissed: dismissed.length, failures: page },
    }),
    job: () => (searchParams.has('whole') ? whole : job),
    client: () => given.client ?? enteredClient,
  }
  return responses[pathname.split('/')[3] ?? '']?.()
}

function fulfill(route: Route, response: unknown): Promise<void> {
  if (isRefused(response)) return route.fulfill({ status: response.error.code, json: response })
  const isWrapped = typeof response === 'object' && response !== null && 'data' in response
  return route.fulfill({ json: isWrapped ? response : { data: response } })
}

/** Sets the folder in the profile, which is sent with the page. */
export async function chooseFolder(page: Page, shown = '1,240 photos'): Promise<void> {
  const user = { name: 'Ann', bio: '', pic: '', driveFolderId: 'id', driveFolderName: longName }
  await page.route('**/api/user/gdrive', (route) => route.fulfill({ json: { data: user } }))
  await page.getByLabel('Folder name').fill(longName)
  await page.getByRole('button', { name: 'Set' }).click()
  await expect(page.getByText(shown).first()).toBeVisible()
}
