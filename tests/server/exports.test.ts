// 200 photos exported again, with the metadata habits of three programs: none may become a version
// of another photo, and nearly all must be recognised.
import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importFolder } from '../../src/imports/intake/import-folder.ts'
import type { ImportEvent } from '../../src/imports/intake/import-request.ts'
import { exportOf, type Frame, type Habits, type Program } from '../support/exports.ts'
import { type Gallery, openGallery } from '../support/gallery.ts'

type Case = {
  readonly program: Program
  readonly photos: number
  /** How the first export was made, and the second. */
  readonly first?: Partial<Habits>
  readonly second?: Partial<Habits>
  /** Frames of one second; all in different minutes if absent. */
  readonly burst?: boolean
  /** Whether the camera records fractions of a second, and its serial number. */
  readonly hasFraction?: boolean
  readonly hasSerial?: boolean
  /** The second export's name for a photo's number; the same as the first's if absent. */
  readonly renamed?: (number: number) => string
  /** By which rule they are recognised; 'both' are kept as photos of their own. */
  readonly expected: 'document' | 'camera and time' | 'name and time' | 'both'
}

const renamed = (number: number) => `Iceland – web ${number}.jpg`
/** As a program numbers the frames of a selection again. */
const shifted = (number: number) => nameOf(number + 1)
const nameOf = (number: number) => `_DSC${String(number).padStart(4, '0')}.jpg`

const cases: Record<string, Case> = {
  'Lightroom, the same name': { program: 'Lightroom', photos: 40, expected: 'document' },
  'Lightroom, renamed': { program: 'Lightroom', photos: 20, renamed, expected: 'document' },
  'Lightroom, a burst': { program: 'Lightroom', photos: 10, burst: true, expected: 'document' },
  'Lightroom, a burst that is numbered again': {
    ...{ program: 'Lightroom', photos: 10, burst: true, renamed: shifted, expected: 'document' },
  },
  'Lightroom, without document id, renamed': {
    ...{ program: 'Lightroom', photos: 10, renamed, expected: 'camera and time' },
    second: { hasDocumentId: false },
  },
  'darktable, the same name': { program: 'darktable', photos: 20, expected: 'camera and time' },
  'darktable, renamed': { program: 'darktable', photos: 20, renamed, expected: 'camera and time' },
  'darktable, a burst that is numbered again': {
    ...{ program: 'darktable', photos: 10, burst: true, renamed: shifted },
    expected: 'camera and time',
  },
  'darktable, of a camera without fractions': {
    ...{ program: 'darktable', photos: 10, hasFraction: false, expected: 'name and time' },
  },
  'Capture One, the same name': {
    ...{ program: 'Capture One', photos: 10, expected: 'camera and time' },
  },
  'Capture One, a burst that is numbered again': {
    ...{ program: 'Capture One', photos: 10, burst: true, renamed: shifted },
    expected: 'camera and time',
  },
  'Capture One, a burst of a camera without fractions': {
    ...{ program: 'Capture One', photos: 10, burst: true, hasFraction: false },
    expected: 'name and time',
  },
  'Capture One, of a camera without serial number': {
    ...{ program: 'Capture One', photos: 10, hasSerial: false, expected: 'name and time' },
  },
  // Nothing recognises these, so they are kept beside the others.
  'Lightroom, with the copyright only': {
    ...{ program: 'Lightroom', photos: 3, second: { metadata: 'copyright only' } },
    expected: 'both',
  },
  'darktable, without any metadata': {
    ...{ program: 'darktable', photos: 3, second: { metadata: 'none' }, expected: 'both' },
  },
  'Capture One, renamed, of a camera without fractions': {
    ...{ program: 'Capture One', photos: 2, hasFraction: false, renamed, expected: 'both' },
  },
  'Capture One, renamed, of a camera without serial number': {
    ...{ program: 'Capture One', photos: 2, hasSerial: false, renamed, expected: 'both' },
  },
}

/** Each photo has a number of its own, with the frame that its camera took. */
const photos = Object.entries(cases).flatMap(([name, each], index) =>
  Array.from({ length: each.photos }, (_, place) => {
    const number = (index + 1) * 100 + place
    const minute = String(each.burst ? 59 : place).padStart(2, '0')
    const frame: Frame = {
      number,
      date: `2026:03:${String(index + 1).padStart(2, '0')} 10:${minute}:07`,
      // Zeros alone say nothing: some cameras write them for every photo.
      fraction: each.hasFraction === false ? null : 41 + place * 97,
      serial: each.hasSerial === false ? null : '2204511',
    }
    return { name, ...each, number, frame }
  }),
)

test('exports of 200 photos become versions of the right ones, or are kept beside them', async () => {
  expect(photos).toHaveLength(200)
  await using gallery = await openGallery()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  await mkdir(first)
  await mkdir(second)
  for (const photo of photos) {
    const { program, number, frame, first: one, second: other } = photo
    const path = join(first, nameOf(number))
    await writeFile(path, await exportOf(program, frame, { edit: 1, ...one }))
    const name = photo.renamed?.(number) ?? nameOf(number)
    await writeFile(
      join(second, name),
      await exportOf(program, frame, { edit: 2, ...one, ...other }),
    )
  }
  try {
    const imported = await importInto(gallery, first, 'keep-both')
    expect(imported).toHaveLength(200)
    const ids = new Map(imported.map(({ path, id }) => [path, id]))
    const events = await importInto(gallery, second, 'ask')
    const pending = new Map(
      gallery.services.pendingFiles.list().map((each) => [each.fileName, each]),
    )

    const wrong: string[] = []
    let right = 0
    for (const photo of photos) {
      const name = photo.renamed?.(photo.number) ?? nameOf(photo.number)
      const found = pending.get(name)
      const id = ids.get(join(first, nameOf(photo.number)))
      if (found && found.photo.id !== id) wrong.push(`${photo.name}: ${name} is another photo`)
      if ((found?.rule ?? 'both') !== photo.expected) {
        wrong.push(`${photo.name}: ${name} is found by ${found?.rule}, not ${photo.expected}`)
      }
      if (found?.photo.id === id) right++
    }
    expect(wrong).toEqual([])
    expect(right).toBeGreaterThanOrEqual(0.95 * photos.length)
    expect(events).toHaveLength(photos.length)
    expect(readdirSync(second)).toHaveLength(photos.length)
  } finally {
    await rm(folder, { recursive: true })
  }
}, 60_000)

async function importInto({ services }: Gallery, folder: string, onMatch: 'ask' | 'keep-both') {
  const request = { paths: [folder], isPhotostream: false, onMatch, run: folder }
  const events: ImportEvent[] = await Array.fromAsync(importFolder(request, services))
  const outcomes = events.filter(({ kind }) => kind === 'imported' || kind === 'matched')
  return outcomes.map((event) => ({
    path: 'path' in event ? event.path : '',
    id: 'id' in event ? event.id : '',
  }))
}
