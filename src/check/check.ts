import { availableParallelism } from 'node:os'
import type { Reader } from '../database/open-read-only.ts'
import type { Library } from '../images/library.ts'
import { allowRenditionReaders } from '../images/sharp.ts'
import { checkCameras } from './cameras.ts'
import { checkDatabase } from './database.ts'
import { checkRendition } from './made-pictures.ts'
import { checkOriginal, type Depth } from './originals.ts'
import type { Problem } from './problem.ts'
import { chooseShare } from './sample.ts'
import { type CheckedPhoto, checkStore } from './store.ts'
import { findStrays } from './strays.ts'

export type CheckOptions = {
  /** Also decodes every picture that is read. */
  readonly isDeep: boolean
  /** The share of originals that are read, from 0 to 1; undefined reads all of them. */
  readonly sample: number | undefined
}

/** What was looked at so far. */
export type CheckCounts = {
  total: number
  photos: number
  /** Originals that were read from the first to the last byte. */
  read: number
  renditions: number
  cameras: number
  /** Files in the data folder that cannot be made again: all except renditions. */
  lasting: number
}

export type CheckEvent = { readonly problem: Problem } | { readonly counts: CheckCounts }

const batchSize = 200

/**
 * Compares every row with its files and every file with its row, and changes nothing. A server can
 * run and import meanwhile: whatever looks wrong is looked at again before it is reported.
 */
export async function* check(
  options: CheckOptions,
  { reader, library }: { reader: Reader; library: Library },
): AsyncGenerator<CheckEvent> {
  const store = checkStore(reader)
  const parts = { store, library }
  const counts = {
    total: store.photoCount(),
    photos: 0,
    read: 0,
    renditions: 0,
    cameras: 0,
    lasting: 0,
  }
  const isChosen = chooseShare(options.sample ?? 1, counts.total)
  const isDecoding = options.isDeep || options.sample !== undefined
  if (isDecoding) await allowRenditionReaders()

  const depthOf = (isRead: boolean): Depth => (!isRead ? 'size' : isDecoding ? 'decode' : 'hash')
  const checkPhoto = async (photo: CheckedPhoto, isRead: boolean): Promise<Problem[]> => {
    const problem = await checkOriginal(photo, depthOf(isRead), parts)
    counts.photos++
    if (isRead) counts.read++
    return problem ? [problem] : []
  }

  for (const problem of checkDatabase(store)) yield { problem }
  for (let after = 0; ; ) {
    const photos = store.photosAfter(after, batchSize)
    if (photos.length === 0) break
    after = photos.at(-1)!.row_id
    const chosen = new Set(photos.filter(isChosen).map(({ row_id }) => row_id))
    for await (const problems of inLanes(photos, (photo) =>
      checkPhoto(photo, chosen.has(photo.row_id)),
    )) {
      for (const problem of problems) yield { problem }
      yield { counts }
    }
    const byRowId = new Map(photos.map((photo) => [photo.row_id, photo]))
    for await (const problem of inLanes(store.renditionsOf([...byRowId.keys()]), (row) => {
      counts.renditions++
      const photo = byRowId.get(row.photo)!
      return checkRendition(row, photo, isDecoding && chosen.has(row.photo), parts)
    })) {
      if (problem) yield { problem }
    }
    yield { counts }
  }
  counts.cameras = store.cameraPictures().length
  for await (const problem of checkCameras(parts, isDecoding)) yield { problem }
  for await (const problem of findStrays(parts, () => counts.lasting++)) yield { problem }
  yield { counts }
}

/** As many at a time as there are cores, in order. */
async function* inLanes<T, R>(items: T[], work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const lanes = availableParallelism()
  for (let start = 0; start < items.length; start += lanes) {
    yield* await Promise.all(items.slice(start, start + lanes).map(work))
  }
}
