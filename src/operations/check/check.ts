import { availableParallelism } from 'node:os'
import { countOfPhotos } from '../../contract/text/counts.ts'
import { mapLimitInOrder } from '../../core/concurrency/limit.ts'
import { galleryPlace } from '../../core/database/gallery-place.ts'
import type { Reader } from '../../core/database/open-read-only.ts'
import { allowRenditionReaders } from '../../images/sharp.ts'
import type { Library } from '../../storage/library.ts'
import { type OpenBucketFiles, openMediaFiles } from '../../storage/media-files.ts'
import type { MatcherOf } from './album-rules.ts'
import { checkCameras } from './cameras.ts'
import { checkDatabase } from './database.ts'
import { leftInFolder } from './left-in-folder.ts'
import { checkRendition } from './made-pictures.ts'
import { checkOriginal, type Depth } from './originals.ts'
import type { CheckParts, Problem } from './problem.ts'
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
  /** Files that cannot be made again: all except renditions. */
  lasting: number
  /** Good to know, and nothing to be mended. */
  notes?: readonly string[]
}

export type CheckEvent = { readonly problem: Problem } | { readonly counts: CheckCounts }

const batchSize = 200
const requestsAtOnce = 8

/**
 * Compares every row with its files and every file with its row, and changes nothing. A server can
 * run and import meanwhile: whatever looks wrong is looked at again before it is reported.
 */
export async function* check(
  options: CheckOptions,
  {
    reader,
    library,
    matcherOf,
    openBucket,
    findSaved,
  }: {
    reader: Reader
    library: Library
    matcherOf: MatcherOf
    openBucket?: OpenBucketFiles | undefined
    findSaved?: CheckParts['findSaved']
  },
): AsyncGenerator<CheckEvent> {
  const store = checkStore(reader)
  for (const problem of checkDatabase(store, matcherOf)) yield { problem }
  const files = await openMediaFiles(galleryPlace(reader.connection), library, openBucket)
  try {
    yield* checkFiles(options, { store, library, files, findSaved })
  } finally {
    files.close()
  }
}

async function* checkFiles(
  options: CheckOptions,
  given: Omit<CheckParts, 'countUnhashed'>,
): AsyncGenerator<CheckEvent> {
  let unhashed = 0
  const countUnhashed = () => {
    unhashed++
  }
  const parts = { ...given, countUnhashed }
  const { store, files } = parts
  const isBucket = files.kind === 'bucket'
  const counts: CheckCounts = {
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

  // A bucket tells the md5 of its objects, so that they need not be downloaded.
  const shallow: Depth = isBucket ? 'size' : 'hash'
  // Decoding takes a core; a request to a bucket is mostly waiting.
  const lanes = isBucket && !isDecoding ? requestsAtOnce : availableParallelism()
  const depthOf = (isRead: boolean): Depth => (!isRead ? 'size' : isDecoding ? 'decode' : shallow)
  const checkPhoto = async (photo: CheckedPhoto, isRead: boolean): Promise<Problem[]> => {
    const problem = await checkOriginal(photo, depthOf(isRead), parts)
    if (photo.is_current === 1) counts.photos++
    if (photo.is_current === 1 && isRead) counts.read++
    return problem ? [problem] : []
  }

  for (let after = 0; ; ) {
    const photos = store.originalsAfter(after, batchSize)
    if (photos.length === 0) break
    after = photos.at(-1)!.row_id
    const current = photos.filter(({ is_current }) => is_current === 1)
    const chosen = new Set(current.filter(isChosen).map(({ row_id }) => row_id))
    for await (const problems of mapLimitInOrder(photos, lanes, (photo) =>
      checkPhoto(photo, chosen.has(photo.row_id)),
    )) {
      for (const problem of problems) yield { problem }
      yield { counts }
    }
    const byRowId = new Map(current.map((photo) => [photo.row_id, photo]))
    // Those made on request are only in the cache of the machine that serves the gallery.
    const renditions = store
      .renditionsOf([...byRowId.keys()])
      .filter(({ is_kept }) => !isBucket || is_kept === 1)
    for await (const problem of mapLimitInOrder(renditions, lanes, (row) => {
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
  if (isBucket) counts.notes = [sizesOnly(unhashed), await leftInFolder(parts.library)].flat()
  yield { counts }
}

const sizesOnly = (count: number): string[] =>
  count === 0
    ? []
    : [
        `The bucket does not tell the md5 of ${countOfPhotos(count)}, as it encrypts them or got them in parts, so that only sizes were compared. vitrine check --deep downloads and compares them.`,
      ]
