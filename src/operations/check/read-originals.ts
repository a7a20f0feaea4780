import { mapLimitInOrder } from '../../core/concurrency/limit.ts'
import { md5Of } from '../../images/md5.ts'
import type { Library } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { originalKey } from '../../storage/media-keys.ts'
import { withCopy } from '../backup/copies.ts'
import type { OpenSavedCopies } from '../backup/saved-copy.ts'
import type { CheckOrders, OriginalsMessage, PassOrders } from '../originals/messages.ts'
import { shareOfDay } from '../originals/schedule.ts'
import { confirmedFault } from './originals.ts'
import type { CheckStore } from './store.ts'

export type ReadParts = {
  readonly store: CheckStore
  readonly files: MediaFiles
  /** Call before each original. */
  readonly giveWay: () => Promise<void>
  /** Whether the files are still where they were when this began. */
  readonly isSamePlace: () => boolean
  readonly library: Pick<Library, 'temporary'>
  readonly openSaved: OpenSavedCopies
}

/** After as many originals the server notes how far the check is. */
const batchSize = 50
/** Requests to a bucket at a time; a disk reads one file after another the fastest. */
const requestsAtOnce = 8

type Damaged = Extract<OriginalsMessage, { kind: 'damaged' }>

/** A part of the rolling check: what is damaged is read again, then the share of today. */
export async function* readOriginals(
  { folders, pass }: CheckOrders,
  parts: ReadParts,
): AsyncGenerator<OriginalsMessage> {
  const damaged = new Set<string>()
  for (const original of parts.store.damagedOriginals()) {
    const found = await faultIn(original, parts)
    if (found) damaged.add(original)
    yield found ?? { kind: 'whole', original }
  }
  if (pass) {
    for await (const message of readShare(pass, damaged, parts)) {
      if (message.kind === 'damaged') damaged.add(message.original)
      yield message
    }
  }
  // Last, as the disk of a backup may not answer.
  for (const original of damaged) {
    yield { kind: 'copy', original, folder: await copyOf(original, folders, parts) }
  }
}

async function* readShare(
  pass: PassOrders,
  known: ReadonlySet<string>,
  parts: ReadParts,
): AsyncGenerator<OriginalsMessage> {
  const { store, files } = parts
  const lanes = files.kind === 'bucket' ? requestsAtOnce : 1
  const total = store.countOriginalsAfter('')
  const left = store.countOriginalsAfter(pass.cursor)
  let { cursor } = pass
  let read = total - left
  for (let toRead = shareOfDay(left, pass.leftMs); toRead > 0; ) {
    const names = store.originalNamesAfter(cursor, Math.min(batchSize, toRead))
    const unknown = names.filter((name) => !known.has(name))
    for await (const found of mapLimitInOrder(unknown, lanes, (name) => faultIn(name, parts))) {
      if (found) yield found
    }
    cursor = names.at(-1) ?? cursor
    read += names.length
    toRead -= names.length
    const isComplete = store.originalNamesAfter(cursor, 1).length === 0
    yield { kind: 'read', cursor, read, total: Math.max(total, read), isComplete }
    if (isComplete) return
  }
}

/** @throws Error if the files were moved to another place meanwhile. */
async function faultIn(original: string, parts: ReadParts): Promise<Damaged | undefined> {
  const { store, files, giveWay, isSamePlace } = parts
  await giveWay()
  const row = store.original(original)
  if (!row) return undefined
  // A bucket tells the md5 of its objects, so that they need not be downloaded. Most of it is not
  // read today, so it is not listed.
  const depth = files.kind === 'bucket' ? 'size' : 'hash'
  const asked = { ...files, recall: files.find }
  const found = await confirmedFault(row, depth, { store, files: asked, ...uncounted }).catch(
    missingFolder,
  )
  if (!found) return undefined
  if (!isSamePlace()) throw new Error('The files were moved to another place meanwhile.')
  return { kind: 'damaged', original, fault: found.fault.kind }
}

/** A file is in the place of its folder: it is missing, and the check continues with the others. */
function missingFolder(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOTDIR') throw error
  return { fault: { kind: 'missing' as const } }
}

const uncounted = { countUnhashed: () => undefined }

async function copyOf(
  original: string,
  folders: readonly string[],
  { store, giveWay, ...parts }: ReadParts,
): Promise<string | null> {
  for (const folder of folders) {
    await giveWay()
    const row = store.original(original)
    if (row && (await hasRightCopy(folder, row, parts))) return folder
  }
  return null
}

async function hasRightCopy(
  folder: string,
  { original, bytes, md5 }: { original: string; bytes: number; md5: string },
  { library, openSaved }: Pick<ReadParts, 'library' | 'openSaved'>,
): Promise<boolean> {
  try {
    const copy = (await openSaved(folder))(originalKey(original), bytes)
    if (!copy) return false
    return await withCopy(
      copy.source,
      library.temporary(),
      async (path) => (await md5Of(path)) === md5,
    )
  } catch {
    return false
  }
}
