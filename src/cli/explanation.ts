import { accessSync, constants, lstatSync, readlinkSync, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDiskFull } from '../core/database/disk-full.ts'
import { noAccess, otherDataFolder } from '../core/database/folder-access.ts'

/** Less free space than any start needs, in bytes. */
const fullDiskBytes = 2 ** 18

const permissions = new Set(['EACCES', 'EPERM'])

export const readOnly = (root: string, other = otherDataFolder): string =>
  `${root} is on a read-only file system, and Vitrine has to write there. Mount it writable, or ${other}.`

/**
 * What is wrong with a data folder and what to do, in one line. Undefined if the error is not about
 * the folder or its disk. `parts` are the paths in it that SQLite could mean without naming them.
 */
export function explanation(
  error: unknown,
  root: string,
  parts: readonly string[],
): string | undefined {
  const code = codeOf(error)
  if (isDiskFull(error) || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && isFull(root))) {
    return `The disk holding ${root} is full. Free some space and start again.`
  }
  if (code.startsWith('SQLITE_READONLY')) return readOnly(root)
  if (/^SQLITE_(CANTOPEN|PERM|AUTH)/.test(code)) {
    return noAccess(forbiddenPart(root, parts), root)
  }
  if (
    /^(SQLITE_PROTOCOL|SQLITE_NOLFS|SQLITE_IOERR_(LOCK|RDLOCK|UNLOCK|SHM.*)|ENOLCK)$/.test(code)
  ) {
    return `Locks or shared memory do not work in ${root} (${code}), as on some network file systems. Keep the data folder on a disk of this machine; choose it with --data.`
  }
  if (code.startsWith('SQLITE_IOERR')) return diskError(root, code)
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return `The database in ${root} is damaged (${(error as Error).message}). Keep a copy of the folder and restore the database from a backup.`
  }
  return pathExplanation(error, root, otherDataFolder)
}

/** Explains an error of the system about a path in any folder. */
export function pathExplanation(error: unknown, root: string, other: string): string | undefined {
  const { path } = error as NodeJS.ErrnoException
  const code = codeOf(error)
  if (code === 'EROFS') return readOnly(root, other)
  const place = path !== undefined && isWithin(path, root) ? path : root
  if (permissions.has(code)) return noAccess(place, root, other)
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    const target = brokenLink(place)
    if (target !== undefined) return linkToNothing(place, target)
    const file = fileAbove(place)
    return file === undefined ? undefined : notAFolder(file, root, other)
  }
  if (code === 'EISDIR' && path !== undefined) return notAFile(path)
  if (code === 'EIO') return diskError(root, code)
  if (code === 'ENOENT' && isWithin(root, place)) return `${root} cannot be created; ${other}.`
  return undefined
}

const diskError = (root: string, code: string): string =>
  `The disk holding ${root} reports an error (${code}). Look at the system's log, and copy the folder while you can.`

/** Whether a path is a folder or in it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(join(folder, '/'))

export const notAFolder = (file: string, root: string, other = otherDataFolder): string =>
  isWithin(root, file)
    ? `${file} is a file, not a folder; ${other}.`
    : `${file} is a file, but must be a folder. Move it elsewhere, and try again.`

export const notAFile = (folder: string): string =>
  `${folder} is a folder, but must be a file. Move it elsewhere, and try again.`

const linkToNothing = (link: string, target: string): string =>
  `${link} is a link to ${target}, which is not there. If that is on a disk, connect the disk first.`

/** What a link leads to if that is not there; undefined if it is, or if the path is no link. */
function brokenLink(path: string): string | undefined {
  try {
    const isBroken = statSync(path, { throwIfNoEntry: false }) === undefined
    return isBroken && lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined
  } catch {
    return undefined
  }
}

/** The file where a folder is needed: the path itself, or one above it. */
function fileAbove(path: string): string | undefined {
  try {
    if (!statSync(path).isDirectory()) return path
  } catch {
    // Below a file, nothing is found.
  }
  return path === dirname(path) ? undefined : fileAbove(dirname(path))
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')

/** SQLite does not say which of its files it may not open. */
function forbiddenPart(root: string, parts: readonly string[]): string {
  const forbidden = parts.find((part) => {
    try {
      accessSync(join(root, part), constants.R_OK | constants.W_OK)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  })
  return join(root, forbidden ?? '.')
}

function isFull(root: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(root))
    return bavail * bsize < fullDiskBytes
  } catch {
    return false
  }
}

/** The folder itself, or the one in which it would be created. @throws Error if it is hidden. */
export function nearestExisting(root: string): string {
  for (let path = root; ; path = dirname(path)) {
    try {
      if (statSync(path, { throwIfNoEntry: false }) || path === dirname(path)) return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') continue
      throw new Error(pathExplanation(error, root, otherDataFolder) ?? String(error), {
        cause: error,
      })
    }
  }
}
