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
import { checkRendition } from './made-pictures.ts'
import { checkOriginal, type Depth } from './originals.ts'
import { findOrphanedFiles, leftInFolder } from './orphaned-files.ts'
import type { CheckParts, Problem } from './problem.ts'
import { type CheckedPhoto, checkStore } from './store.ts'

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
    findInBackup,
  }: {
    reader: Reader
    library: Library
    matcherOf: MatcherOf
    openBucket?: OpenBucketFiles | undefined
    findSaved?: CheckParts['findSaved']
    findInBackup?: CheckParts['findInBackup']
  },
): AsyncGenerator<CheckEvent> {
  const store = checkStore(reader)
  for (const problem of checkDatabase(store, matcherOf)) yield { problem }
  const files = await openMediaFiles(galleryPlace(reader.connection), library, openBucket)
  try {
    yield* checkFiles(options, { store, library, files, findSaved, findInBackup })
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

  for (let after = 0; ; ) {
    const photos = store.originalsAfter(after, batchSize)
    if (photos.length === 0) break
    after = photos.at(-1)!.row_id
    yield* checkPhotos(photos, isChosen, isDecoding, counts, parts)
  }
  counts.cameras = store.cameraPictures().length
  for await (const problem of checkCameras(parts, isDecoding)) yield { problem }
  const countLasting = () => counts.lasting++
  for await (const problem of findOrphanedFiles(parts, countLasting)) yield { problem }
  if (files.kind === 'bucket') {
    counts.notes = [...sizesOnly(unhashed), ...(await leftInFolder(parts.library))]
  }
  yield { counts }
}

/** One batch: its originals, and the renditions of the current ones. */
async function* checkPhotos(
  photos: CheckedPhoto[],
  isChosen: (photo: CheckedPhoto) => boolean,
  isDecoding: boolean,
  counts: CheckCounts,
  parts: CheckParts,
): AsyncGenerator<CheckEvent> {
  const isBucket = parts.files.kind === 'bucket'
  // Decoding takes a core; a request to a bucket is mostly waiting.
  const lanes = isBucket && !isDecoding ? requestsAtOnce : availableParallelism()
  // A bucket tells the md5 of its objects, so that they need not be downloaded.
  const shallow: Depth = isBucket ? 'size' : 'hash'
  const readDepth: Depth = isDecoding ? 'decode' : shallow
  const current = photos.filter(({ is_current }) => is_current === 1)
  const chosen = new Set(current.filter(isChosen).map(({ row_id }) => row_id))
  const checkPhoto = async (photo: CheckedPhoto) => {
    const isRead = chosen.has(photo.row_id)
    const problem = await checkOriginal(photo, isRead ? readDepth : 'size', parts)
    if (photo.is_current === 1) counts.photos++
    if (photo.is_current === 1 && isRead) counts.read++
    return problem
  }
  for await (const problem of mapLimitInOrder(photos, lanes, checkPhoto)) {
    if (problem) yield { problem }
    yield { counts }
  }
  const byRowId = new Map(current.map((photo) => [photo.row_id, photo]))
  // Those made on request are only in the cache of the machine that serves the gallery.
  const renditions = parts.store
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

const sizesOnly = (count: number): string[] =>
  count === 0
    ? []
    : [
        `The bucket does not report the md5 of ${countOfPhotos(count)}, because it encrypts them or received them in parts, so only sizes were compared. vitrine check --deep downloads and compares them.`,
      ]

/**
 * Decides for each of `total` items in turn whether it is in a random sample of exactly that share,
 * at least one; every item is equally likely (Knuth's algorithm S).
 */
export function chooseShare(
  share: number,
  total: number,
  random: () => number = Math.random,
): () => boolean {
  let wanted = Math.min(total, Math.max(1, Math.round(share * total)))
  let left = total
  return () => {
    // More items than expected: photos that were added meanwhile are chosen by the share alone.
    if (left <= 0) return random() < share
    const isChosen = random() * left < wanted
    left--
    if (isChosen) wanted--
    return isChosen
  }
}
