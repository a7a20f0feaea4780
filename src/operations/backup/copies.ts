import type { Stats } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { md5Of } from '../../images/md5.ts'
import { copyAt, fileAt, isForbidden } from './file-at.ts'
import type { FileModes } from './file-modes.ts'
import { copyWhole, createPlacer, type Placed, type PlacedSource } from './place-file.ts'

/** `md5` if it is known without reading the copy; `stats` if that is a file of this machine. */
export type FoundCopy = {
  readonly size: number
  readonly md5?: string | undefined
  readonly stats?: Stats
}

/**
 * The copies of files in a backup, by their paths there. In a store, all methods throw an Error with
 * one line if it does not respond.
 */
export type Copies = {
  /** The address at which a person finds the copy. */
  nameOf(path: string): string
  find(path: string): FoundCopy | undefined
  /** Not what a link leads to, which can change or disappear. */
  findOwn(path: string): FoundCopy | undefined
  /** Of the content, which is read if need be. */
  md5Of(path: string): Promise<string>
  /** Reads the copy. One that a failing disk does not give back is as good as damaged. */
  isWhole(path: string, md5: string): Promise<boolean>
  /** The copy's path, or what writes it to one; it fails if there is no copy. */
  source(path: string): PlacedSource
  /** Never a link to it: what damages one of them would damage the other. */
  duplicate(path: string, modes: FileModes): (target: string) => Promise<void>
  writer(modes: FileModes): CopyWriter
  /** The paths of all files that snapshots share. */
  shared(): Promise<string[]>
  removeShared(paths: Iterable<string>): Promise<void>
}

export type CopyWriter = {
  /**
   * Adds a copy, or replaces a damaged or older one, after its content was verified.
   * @throws WrongContent, changing nothing, if its md5 is not `expected`.
   */
  place(source: PlacedSource, path: string, expected?: string): Promise<Placed>
  /** Makes everything placed so far durable. */
  sync(): Promise<void>
}

/** Works with a copy as a file of this machine; `scratch` is a new path for one of a store. */
export async function withCopy<T>(
  source: PlacedSource,
  scratch: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (typeof source === 'string') return work(source)
  try {
    await source(scratch)
    return await work(scratch)
  } finally {
    await rm(scratch, { force: true })
  }
}

/** The folders of files that several snapshots share. */
export const sharedFolders = ['originals', 'cameras', 'removed', 'quarantine'] as const

/** Of a backup in a folder. */
export function folderCopies(root: string): Copies {
  const file = (path: string) => join(root, path)
  const found = (stats: Stats | undefined) => stats && { size: stats.size, stats }
  return {
    nameOf: file,
    find: (path) => found(fileAt(file(path))),
    findOwn: (path) => found(copyAt(file(path))),
    md5Of: (path) => md5Of(file(path)),
    isWhole: (path, md5) => isWholeFile(file(path), md5),
    source: file,
    duplicate: (path, modes) => (staging) => copyWhole(file(path), staging, modes),
    writer: (modes) => {
      const placer = createPlacer(join(root, 'tmp'), modes)
      return {
        place: (source, path, expected) => placer.place(source, file(path), expected),
        sync: placer.sync,
      }
    },
    shared: async () => {
      const entries = await sharedEntries(root)
      return entries
        .filter(({ entry }) => !entry.isDirectory())
        .map(({ path }) => path.slice(root.length + 1).replaceAll('\\', '/'))
    },
    removeShared: async (paths) => {
      for (const path of paths) await rm(file(path), { force: true })
      const folders = (await sharedEntries(root)).filter(({ entry }) => entry.isDirectory())
      // Deepest first; rmdir removes none with files in it.
      const deepest = folders
        .map(({ path }) => path)
        .sort((one, other) => other.length - one.length)
      for (const folder of deepest) await rmdir(folder).catch(() => undefined)
    },
  }
}

async function isWholeFile(path: string, md5: string): Promise<boolean> {
  try {
    return (await md5Of(path)) === md5
  } catch (error) {
    if (isForbidden(error)) throw error
    return false
  }
}

async function sharedEntries(root: string) {
  const found = await Promise.all(sharedFolders.map((folder) => entriesOf(join(root, folder))))
  return found.flat()
}

async function entriesOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  // Not join, which takes long for a large gallery.
  return entries.map((entry) => ({ entry, path: `${entry.parentPath}${sep}${entry.name}` }))
}
