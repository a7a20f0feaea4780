import { type Dirent, lstatSync, statSync } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Library } from './library.ts'

/** A bucket also knows the md5 of most files; a folder does not without reading them. */
export type FoundFile = {
  readonly size: number
  readonly md5: string | undefined
  /** The time from a file's creation to its last change, in ms, if known. */
  readonly changedAfter?: number
}

/** A file to read now; a copy is deleted when it is disposed of. */
type ReadableFile = AsyncDisposable & { readonly path: string }

/**
 * Originals, camera pictures and renditions, in the data folder or in a bucket, for commands that
 * read all of them. Names are those of media-keys.ts.
 *
 * A bucket that does not respond must not look like an empty one, so every method throws an Error
 * with one line if it does not.
 */
export type MediaFiles = {
  readonly kind: 'folder' | 'bucket'
  /** The state now, or when the bucket was listed. Before reporting a problem, use find. */
  recall(key: string): Promise<FoundFile | undefined>
  /** The state now. */
  find(key: string): Promise<FoundFile | undefined>
  /** Undefined if the bucket has no such file; in a folder, reading it shows whether it exists. */
  open(key: string): Promise<ReadableFile | undefined>
  /** Writes a file of the bucket to a new path; false if there is none. */
  download(key: string, path: string): Promise<boolean>
  /** Yields some keys at a time, as a gallery can have a million. */
  keysIn(folder: 'originals' | 'renditions' | 'cameras' | 'removed'): AsyncGenerator<string[]>
  /** The keys of the files that still exist. */
  present(keys: readonly string[]): Promise<string[]>
  /** The address at which a person finds the file. */
  nameOf(key: string): string
  /** For the AWS CLI, to reach the bucket; each flag follows a blank. */
  readonly awsFlags: string
  close(): void
}

/** A place to which the files of a gallery can be restored. */
export type WritableFiles = MediaFiles & {
  /** Never replaces another one. @returns false if there is another one. */
  add(key: string, path: string, file: { size: number; md5: string }): Promise<boolean>
}

/**
 * Looks for the bucket of a gallery. `restoring` lets the gallery take one that has no owner yet and,
 * with 'present', one that is its own already.
 * @throws Error with one line if it is out of reach or belongs to another gallery.
 */
export type OpenBucketFiles = (gallery: {
  readonly library: Library
  readonly libraryId: string
  readonly restoring?: 'new' | 'present'
}) => Promise<WritableFiles>

/** What to do about a gallery whose files are in a bucket, if none is configured. */
export const bucketNeeded =
  'The photos of this gallery are in a bucket. Say which with --media (VITRINE_MEDIA) and the settings that belong to it.'

/** @throws Error with one line. */
export async function openMediaFiles(
  { place, libraryId }: { place: MediaFiles['kind']; libraryId: string },
  library: Library,
  openBucket: OpenBucketFiles | undefined,
): Promise<MediaFiles> {
  if (place === 'folder') return folderFiles(library)
  if (!openBucket) throw new Error(bucketNeeded)
  return openBucket({ library, libraryId })
}

/** The files of the data folder itself. */
export function folderFiles(library: Library): MediaFiles {
  const find = async (key: string): Promise<FoundFile | undefined> => {
    const found = await stat(library.absolute(key)).catch(ignoreMissing)
    if (!found) return undefined
    const { size, birthtimeMs, mtimeMs } = found
    return {
      size,
      md5: undefined,
      ...(birthtimeMs > 0 && { changedAfter: mtimeMs - birthtimeMs }),
    }
  }
  return {
    kind: 'folder',
    recall: find,
    find,
    open: async (key) => ({
      path: library.absolute(key),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    }),
    download: () => Promise.resolve(false),
    keysIn: (folder) => keysBelow(library.root, folder),
    present: async (keys) =>
      keys.filter((key) => lstatSync(library.absolute(key), { throwIfNoEntry: false })),
    nameOf: (key) => key,
    awsFlags: '',
    close: () => undefined,
  }
}

/** A link to itself leads to no file either. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ELOOP') throw error
}

/** One level of folders at a time; `seen` are those above, as a link can lead back to one. */
async function* keysBelow(
  root: string,
  folder: string,
  seen: readonly string[] = [],
): AsyncGenerator<string[]> {
  const path = join(root, folder)
  const real = await realpath(path).catch(() => path)
  if (seen.includes(real)) return
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const isFolder = (entry: Dirent) =>
    entry.isDirectory() || (entry.isSymbolicLink() && leadsToFolder(join(path, entry.name)))
  const folders = entries.filter(isFolder)
  yield entries.filter((entry) => !folders.includes(entry)).map(({ name }) => `${folder}/${name}`)
  for (const { name } of folders) yield* keysBelow(root, `${folder}/${name}`, [...seen, real])
}

function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
