import type { Stats } from 'node:fs'
import type { Library } from '../../storage/library.ts'
import type { FoundFile } from '../../storage/media-files.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { Wanted } from './contents.ts'
import type { CopyWriter, FoundCopy } from './copies.ts'
import { fileAt } from './file-at.ts'
import type { FileModes } from './file-modes.ts'
import { requireSpace } from './free-space.ts'
import type { Manifest } from './manifest.ts'
import { caseCollisions } from './name-case.ts'
import { type Method, type Placed, WrongContent } from './place-file.ts'
import { Absent, ownerOf, ownFileAt, sourceFor } from './source-file.ts'
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
  /** What the backup has and the gallery does not, for the owner to read. */
  readonly lost: string[]
  readonly faults: string[]
}

/** How many files are copied at the same time. */
const lanes = 4

type CopyParts = {
  readonly library: Library
  readonly backup: BackupFolder
  /** The manifest of the snapshot before. */
  readonly known: Manifest
  /** Whether a copy is read again, by its path. */
  readonly isDue: (path: string) => boolean
  /** Whether the originals of a bucket have been listed. */
  readonly isListed: boolean
  readonly modes: FileModes
  /** Called before the first change to the backup. */
  readonly onCopying: () => void
  readonly onProgress: (progress: Progress) => void
  readonly giveWay?: (() => Promise<void>) | undefined
}

/** `rootOwner` owns the data folder, see ownerOf. */
type CompareParts = CopyParts & { readonly rootOwner: number | undefined }

/** `wasCut` is true if the backup has a copy of another size, which is damaged. */
type MissingFile = Wanted & { readonly size: number; readonly wasCut: boolean }

/** Which of the files the backup has, and which are missing. */
type Comparison = {
  /** The md5 of the copies that are there, by path. */
  readonly manifest: Map<string, string>
  /** Of these copies. */
  bytes: number
  readonly missing: MissingFile[]
  readonly due: DueCopy[]
  readonly lost: string[]
  readonly faults: string[]
}

/**
 * Copies the files that the backup does not have yet. Those it has are immutable and were verified
 * when they were copied, so only their size is checked, unless it is their turn to be read again.
 */
export async function copyFiles(files: readonly Wanted[], parts: CopyParts): Promise<CopiedFiles> {
  const { library, backup } = parts
  const { manifest, bytes, missing, due, lost, faults } = await compareFiles(files, {
    ...parts,
    rootOwner: ownerOf(library.root),
  })
  const unchanged = manifest.size
  const isRemote = ({ bucket }: Wanted) => bucket !== undefined
  const local = missing.filter((file) => !isRemote(file))
  if (!backup.isStore) {
    await requireSpace(missing.filter(isRemote), backup.root, undefined)
    await requireSpace(local, backup.root, library.root)
  }
  parts.onCopying()

  const writer = backup.copies.writer(parts.modes)
  const added: Record<Method, number> = {
    cloned: 0,
    linked: 0,
    copied: 0,
    downloaded: 0,
    uploaded: 0,
  }
  const replaced: string[] = []
  let addedBytes = 0
  let readBytes = 0
  let done = 0
  let next = 0
  const onDone = () => {
    const total = missing.length + due.length
    parts.onProgress({ done: ++done, total, bytes: addedBytes + readBytes })
  }
  const copySome = async () => {
    for (let file = missing[next++]; file; file = missing[next++]) {
      await parts.giveWay?.()
      const placed = await copyFile(file, library, writer)
      if (typeof placed === 'string') faults.push(placed)
      else {
        manifest.set(file.path, placed.md5)
        added[placed.method]++
        addedBytes += placed.bytes
        if (file.wasCut) replaced.push(replacedText(file, backup))
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
  const { giveWay } = parts
  const verified = await verifyCopies(due, { library, backup, writer, lanes, onRead, giveWay })
  await writer.sync()
  return {
    manifest,
    bytes: bytes + addedBytes,
    added: { added, addedBytes, unchanged },
    lost,
    verified: { ...verified, replaced: [...replaced, ...verified.replaced] },
    faults: [...faults, ...verified.faults],
  }
}

async function compareFiles(files: readonly Wanted[], parts: CompareParts): Promise<Comparison> {
  const comparison: Comparison = {
    manifest: new Map(),
    bytes: 0,
    missing: [],
    due: [],
    lost: [],
    faults: [],
  }
  const collisions = parts.backup.ignoresCase()
    ? caseCollisions(files.map(({ path }) => path))
    : new Map<string, string>()
  for (const file of files) {
    const first = collisions.get(file.path)
    if (first === undefined) await compareFile(file, comparison, parts)
    else {
      comparison.faults.push(
        `${file.label} was left out: ${first} is there, and the backup ignores case`,
      )
    }
  }
  return comparison
}

async function compareFile(
  file: Wanted,
  comparison: Comparison,
  parts: CompareParts,
): Promise<void> {
  const { backup } = parts
  const target = backup.copies.findOwn(file.path)
  const { own, fault } = ownFileOf(file, parts)
  const source = file.bucket ? await inBucket(file) : own
  const size = file.bytes ?? source?.size
  if (target && (size === undefined || target.size === size)) {
    await keepCopy(file, target, own, comparison, parts)
  } else if (own && file.bytes !== undefined && own.size !== file.bytes) {
    comparison.faults.push(`${file.label} is damaged`)
  } else if (source) {
    // Another size of a camera's picture is a newer one.
    const wasCut = target !== undefined && file.bytes !== undefined
    comparison.missing.push({ ...file, size: size ?? 0, wasCut })
  } else {
    comparison.faults.push(`${file.label} ${fault}`)
  }
}

/**
 * The gallery's file, unless that is in a bucket, or why there is none, to be put after its name.
 */
function ownFileOf(
  { bucket, source }: Wanted,
  { library, rootOwner }: CompareParts,
): { own?: Stats; fault: string } {
  const found = bucket ? undefined : ownFileAt(library.absolute(source), library.root, rootOwner)
  if (found && 'fault' in found) return found
  return { ...(found && { own: found.stats }), fault: 'is missing' }
}

/** Records a copy that exists, and whether it is verified again. */
async function keepCopy(
  file: Wanted,
  copy: FoundCopy,
  own: Stats | undefined,
  comparison: Comparison,
  parts: CopyParts,
): Promise<void> {
  const { backup, known, isDue, isListed } = parts
  const md5 = file.md5 ?? known.get(file.path)
  comparison.manifest.set(file.path, md5 ?? (await backup.copies.md5Of(file.path)))
  comparison.bytes += copy.size
  if (await isLost(file, own, isListed)) comparison.lost.push(lostText(file, parts))
  const isReplaced = isReplacedSince(copy.stats, own)
  const isDoubtful = copy.md5 !== undefined && copy.md5 !== md5
  if (md5 !== undefined && (isReplaced || isDoubtful || isDue(file.path))) {
    comparison.due.push({ ...file, md5, size: copy.size, isReplaced })
  }
}

/** @returns what to say if this one file could not be copied. */
async function copyFile(
  file: MissingFile,
  library: Library,
  writer: CopyWriter,
): Promise<Placed | string> {
  const source = sourceFor(file, library)
  try {
    return await writer.place(source, file.path, file.md5)
  } catch (error) {
    if (error instanceof WrongContent) return `${file.label} is damaged`
    if (isNameRefused(error)) {
      return `${file.label} was left out: the disk of the backup refuses its name`
    }
    const isThere = typeof source === 'string' ? fileAt(source) : !(error instanceof Absent)
    if (isThere) throw error
    return `${file.label} is missing`
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
  return `${label} is missing or damaged in the gallery; the backup has it: copy it back from ${backup.copies.nameOf(path)} to ${home}${owner}`
}

/** Of what the database knows, a download tells whether it is there. */
const inBucket = async ({
  source,
  bucket,
  bytes,
}: Wanted): Promise<{ size: number } | undefined> =>
  bytes === undefined ? bucket!.recall(source) : { size: bytes }
