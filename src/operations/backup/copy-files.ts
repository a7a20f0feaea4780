import { md5Of } from '../../images/md5.ts'
import type { Library } from '../../storage/library.ts'
import type { FoundFile } from '../../storage/media-files.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { Wanted } from './contents.ts'
import type { FileModes } from './file-modes.ts'
import type { Manifest } from './manifest.ts'
import { caseCollisions } from './name-case.ts'
import { createPlacer, type Method, type Placed, WrongContent } from './place-file.ts'
import { refuseWithoutRoom } from './room.ts'
import { Absent, copyAt, fileAt, ownFileAt, sourceFor } from './source-file.ts'
import {
  type DueCopy,
  isReplacedSince,
  replacedText,
  type VerifiedCopies,
  verifyCopies,
} from './verify-copies.ts'

/** Files are counted; `bytes` are those verified so far. */
export type Progress = { readonly done: number; readonly total: number; readonly bytes: number }

export type CopiedFiles = {
  readonly manifest: Map<string, string>
  /** Of all files, old and new. */
  readonly bytes: number
  readonly added: {
    readonly added: Record<Method, number>
    readonly addedBytes: number
    readonly unchanged: number
  }
  readonly verified: VerifiedCopies
  /** What the backup has and the gallery lacks, for the owner to read. */
  readonly lost: string[]
  readonly faults: string[]
}

/** How many files are copied at the same time. */
const lanes = 4

/**
 * Brings the files that the backup does not have yet. Those it has are immutable and were verified
 * when they came, so only their size is checked, unless it is their turn to be read again; `known`
 * is the manifest of the snapshot before.
 */
export async function copyFiles(
  files: readonly Wanted[],
  parts: {
    library: Library
    backup: BackupFolder
    known: Manifest
    /** Whether a copy is read again, by its path. */
    isDue: (path: string) => boolean
    /** Whether the originals of a bucket have been listed. */
    isListed: boolean
    /** Called before the first change to the backup. */
    modes: FileModes
    onCopying: () => void
    onProgress: (progress: Progress) => void
  },
): Promise<CopiedFiles> {
  const { library, backup, known, isDue, isListed, modes, onCopying, onProgress } = parts
  const manifest = new Map<string, string>()
  const faults: string[] = []
  const added: Record<Method, number> = { cloned: 0, linked: 0, copied: 0, downloaded: 0 }
  const missing: (Wanted & { size: number; wasCut: boolean })[] = []
  const replaced: string[] = []
  const due: DueCopy[] = []
  const lost: string[] = []
  let bytes = 0
  const collisions = backup.ignoresCase()
    ? caseCollisions(files.map(({ path }) => path))
    : new Map<string, string>()
  for (const file of files) {
    const first = collisions.get(file.path)
    if (first !== undefined) {
      faults.push(`${file.label} was left out: ${first} is there, and the backup ignores case`)
      continue
    }
    const target = copyAt(backup.file(file.path))
    const found = file.bucket ? undefined : ownFileAt(library.absolute(file.source), library.root)
    const own = found && 'stats' in found ? found.stats : undefined
    const source = file.bucket ? await inBucket(file) : own
    const size = file.bytes ?? source?.size
    if (target && (size === undefined || target.size === size)) {
      const md5 = file.md5 ?? known.get(file.path)
      manifest.set(file.path, md5 ?? (await md5Of(backup.file(file.path))))
      bytes += target.size
      if (await isLost(file, own, isListed)) lost.push(lostText(file, parts))
      const isReplaced = isReplacedSince(target, own)
      if (md5 !== undefined && (isReplaced || isDue(file.path))) {
        due.push({ ...file, md5, size: target.size, isReplaced })
      }
    } else if (own && file.bytes !== undefined && own.size !== file.bytes) {
      faults.push(`${file.label} is damaged`)
    } else if (source) {
      // Another size of a camera's picture is a newer one.
      const wasCut = target !== undefined && file.bytes !== undefined
      missing.push({ ...file, size: size ?? 0, wasCut })
    } else {
      faults.push(`${file.label} ${found && 'fault' in found ? found.fault : 'is missing'}`)
    }
  }
  const unchanged = manifest.size
  const isRemote = ({ bucket }: Wanted) => bucket !== undefined
  await refuseWithoutRoom(missing.filter(isRemote), backup.root, undefined)
  await refuseWithoutRoom(
    missing.filter((file) => !isRemote(file)),
    backup.root,
    library.root,
  )
  onCopying()

  const placer = createPlacer(backup.tmp, modes)
  let addedBytes = 0
  let readBytes = 0
  let done = 0
  let next = 0
  const onDone = () => {
    const total = missing.length + due.length
    onProgress({ done: ++done, total, bytes: addedBytes + readBytes })
  }
  const take = (file: Wanted, { md5, bytes: size, method }: Placed) => {
    manifest.set(file.path, md5)
    added[method]++
    addedBytes += size
  }
  const copySome = async () => {
    for (let file = missing[next++]; file; file = missing[next++]) {
      const source = sourceFor(file, library)
      try {
        take(file, await placer.place(source, backup.file(file.path), file.md5))
        if (file.wasCut) replaced.push(replacedText(file, backup))
      } catch (error) {
        const isThere = typeof source === 'string' ? fileAt(source) : !(error instanceof Absent)
        if (error instanceof WrongContent) faults.push(`${file.label} is damaged`)
        else if (isNameRefused(error)) {
          faults.push(`${file.label} was left out: the disk of the backup refuses its name`)
        } else if (isThere) throw error
        else faults.push(`${file.label} is missing`)
      }
      onDone()
    }
  }
  const copying = await Promise.allSettled(Array.from({ length: lanes }, copySome))
  for (const outcome of copying) if (outcome.status === 'rejected') throw outcome.reason
  const onRead = (size: number) => {
    readBytes += size
    onDone()
  }
  const verified = await verifyCopies(due, { library, backup, placer, lanes, onRead })
  await placer.sync()
  return {
    manifest,
    bytes: bytes + addedBytes,
    added: { added, addedBytes, unchanged },
    lost,
    verified: { ...verified, replaced: [...replaced, ...verified.replaced] },
    faults: [...faults, ...verified.faults],
  }
}

const isNameRefused = (error: unknown) =>
  ['EINVAL', 'EILSEQ', 'ENAMETOOLONG'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Of an original; a bucket is asked only about what its list lacks. */
async function isLost(
  { path, source, bytes, bucket, md5 }: Wanted,
  own: { readonly size: number } | undefined,
  isListed: boolean,
): Promise<boolean> {
  if (bytes === undefined || !path.startsWith('originals/')) return false
  if (!bucket) return own?.size !== bytes
  const isWhole = (found: FoundFile | undefined) =>
    found?.size === bytes && (found.md5 ?? md5) === md5
  if (!isListed || isWhole(await bucket.recall(source))) return false
  return !isWhole(await bucket.find(source))
}

function lostText(
  { label, path, source, bucket }: Wanted,
  { library, backup }: { library: Library; backup: BackupFolder },
): string {
  const home = bucket?.nameOf(source) ?? library.absolute(source)
  const owner = bucket ? '' : ', with the owner of the files beside it'
  return `${label} is missing or damaged in the gallery; the backup has it: copy it back from ${backup.file(path)} to ${home}${owner}`
}

/** Of what the database knows, a download tells whether it is there. */
const inBucket = async ({
  source,
  bucket,
  bytes,
}: Wanted): Promise<{ size: number } | undefined> =>
  bytes === undefined ? bucket!.recall(source) : { size: bytes }
