import { type Stats, statSync } from 'node:fs'
import type { Library } from '../images/library.ts'
import { md5Of } from '../images/md5.ts'
import type { BackupFolder } from './backup-folder.ts'
import type { Wanted } from './contents.ts'
import type { Manifest } from './manifest.ts'
import { createPlacer, type Method, type Placed, WrongContent } from './place-file.ts'
import { refuseWithoutRoom } from './room.ts'

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
  readonly faults: string[]
}

/** How many files are copied at the same time. */
const lanes = 4

/**
 * Brings the files that the backup does not have yet. Those it has are immutable and were verified
 * when they came, so only their size is checked; `known` is the manifest of the snapshot before.
 */
export async function copyFiles(
  files: readonly Wanted[],
  parts: {
    library: Library
    backup: BackupFolder
    known: Manifest
    /** Called before the first change to the backup. */
    onCopying: () => void
    onProgress: (progress: Progress) => void
  },
): Promise<CopiedFiles> {
  const { library, backup, known, onCopying, onProgress } = parts
  const manifest = new Map<string, string>()
  const faults: string[] = []
  const added: Record<Method, number> = { cloned: 0, linked: 0, copied: 0, downloaded: 0 }
  const missing: (Wanted & { size: number })[] = []
  let bytes = 0
  for (const file of files) {
    const target = fileAt(backup.file(file.path))
    const source = file.bytes === undefined || !target ? await sourceOf(file, library) : target
    const size = file.bytes ?? source?.size
    if (target && (size === undefined || target.size === size)) {
      const md5 = file.md5 ?? known.get(file.path) ?? (await md5Of(backup.file(file.path)))
      manifest.set(file.path, md5)
      bytes += target.size
    } else if (await sourceOf(file, library)) {
      missing.push({ ...file, size: size ?? 0 })
    } else {
      faults.push(`${file.label} is missing`)
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

  const placer = createPlacer(backup.tmp)
  let addedBytes = 0
  let next = 0
  const take = (file: Wanted, { md5, bytes: size, method }: Placed) => {
    manifest.set(file.path, md5)
    added[method]++
    addedBytes += size
  }
  const copySome = async () => {
    for (let file = missing[next++]; file; file = missing[next++]) {
      const source = file.bucket ? downloadOf(file) : library.absolute(file.source)
      try {
        take(file, await placer.place(source, backup.file(file.path), file.md5))
      } catch (error) {
        const isThere = typeof source === 'string' ? fileAt(source) : !(error instanceof Absent)
        if (error instanceof WrongContent) faults.push(`${file.label} is damaged`)
        else if (isThere) throw error
        else faults.push(`${file.label} is missing`)
      }
      const done = Object.values(added).reduce((sum, count) => sum + count) + faults.length
      onProgress({ done, total: missing.length, bytes: addedBytes })
    }
  }
  const copying = await Promise.allSettled(Array.from({ length: lanes }, copySome))
  for (const outcome of copying) if (outcome.status === 'rejected') throw outcome.reason
  await placer.sync()
  return {
    manifest,
    bytes: bytes + addedBytes,
    added: { added, addedBytes, unchanged },
    faults,
  }
}

class Absent extends Error {
  override readonly name = 'Absent'
}

const downloadOf =
  ({ bucket, source }: Wanted) =>
  async (path: string): Promise<void> => {
    if (!(await bucket!.download(source, path))) throw new Absent(source)
  }

/** Of what the database knows, a download tells whether it is in a bucket. */
async function sourceOf(
  { source, bucket, bytes }: Wanted,
  library: Library,
): Promise<{ readonly size: number } | undefined> {
  if (!bucket) return fileAt(library.absolute(source))
  return bytes === undefined ? bucket.recall(source) : { size: bytes }
}

/** Undefined if there is no file. */
export const fileAt = (path: string): Stats | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isFile() ? found : undefined
}
