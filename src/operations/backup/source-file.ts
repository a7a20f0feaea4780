import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs'
import type { Library } from '../../storage/library.ts'
import type { Wanted } from './contents.ts'
import { isBelow } from './mounts.ts'

/** The bucket has no such file. */
export class Absent extends Error {
  override readonly name = 'Absent'
}

/** The source of a file: its path, or a function that downloads it to one. */
export const sourceFor = (
  { bucket, source }: Wanted,
  library: Library,
): string | ((path: string) => Promise<void>) =>
  bucket
    ? async (path) => {
        if (!(await bucket.download(source, path))) throw new Absent(source)
      }
    : library.absolute(source)

/** A file of the gallery, or why there is none, to be put after its name. */
export type OwnFile = { readonly stats: Stats } | { readonly fault: string }

/**
 * Follows links: their content is part of the gallery, which serves it. Root follows no link of
 * another user out of the data folder to a file that this user may not be able to read.
 */
export function ownFileAt(
  path: string,
  root: string,
  rootOwner = ownerOf(root),
): OwnFile | undefined {
  try {
    const entry = lstatSync(path, { throwIfNoEntry: false })
    if (!entry) return undefined
    const stats = entry.isFile() ? entry : statSync(path, { throwIfNoEntry: false })
    if (!stats) return { fault: 'is a link to a file that does not exist' }
    if (!stats.isFile()) {
      const kind = stats.isDirectory() ? 'a folder' : 'something that is not a file'
      return { fault: entry.isSymbolicLink() ? `is a link to ${kind}` : `is ${kind}` }
    }
    return isForeign(path, stats, { root, rootOwner })
      ? { fault: 'is a link to a file of another user outside the data folder' }
      : { stats }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ELOOP') return { fault: 'is a link that leads back to itself' }
    if (code === 'ENOTDIR') return undefined
    throw error
  }
}

/** Of the data folder; undefined unless root reads it, who may read everything. */
export const ownerOf = (root: string): number | undefined =>
  process.geteuid?.() === 0 ? statSync(root).uid : undefined

function isForeign(
  path: string,
  { uid }: Stats,
  { root, rootOwner }: { root: string; rootOwner: number | undefined },
): boolean {
  if (rootOwner === undefined || rootOwner === 0 || rootOwner === uid) return false
  return !isBelow(realpathSync(path), realpathSync(root))
}
