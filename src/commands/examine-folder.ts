import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDiskFull } from '../database/disk-full.ts'
import { lostDatabase } from '../database/schema-state.ts'
import { hasOriginals } from '../images/data-folder.ts'

/** File systems on which SQLite's locks and shared memory cannot be relied on, by statfs(2). */
const networkFileSystems: Record<number, string> = {
  26985: 'NFS',
  20859: 'SMB',
  4283649346: 'SMB',
  4266872130: 'SMB',
  1397113167: 'AFS',
  1799439955: 'AFS',
  1937076805: 'Coda',
  22092: 'NCP',
}

/** Opened at every start; a file that belongs to somebody else would be noticed much later. */
const parts = [
  '.',
  'vitrine.db',
  'vitrine.db-wal',
  'vitrine.db-shm',
  'lock',
  'secret.key',
  'library.json',
  'originals',
  'renditions',
  'cameras',
  'backups',
  'tmp',
  'runtime',
]

/** Less than what any start writes, in bytes. */
const fullDiskBytes = 2 ** 18

/**
 * Runs what reads and writes a data folder.
 * @throws Error with one line about what is wrong with the folder and what to do, where that is the
 * cause of an error.
 */
export async function inDataFolder<T>(root: string, work: () => Promise<T>): Promise<T> {
  examineFolder(root)
  return explained(root, work)
}

/** The same for what only reads. */
export async function explained<T>(root: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const explained = explanation(error, root)
    throw explained === undefined ? error : new Error(explained, { cause: error })
  }
}

/** @throws Error if the folder cannot be a data folder. `typeOf` gives statfs's type. */
export function examineFolder(root: string, typeOf: (path: string) => number = typeByStatfs): void {
  const existing = nearestExisting(root)
  if (process.platform === 'linux') {
    const network = networkFileSystems[typeOf(existing) >>> 0]
    if (network) {
      throw new Error(
        `${root} is on a network file system (${network}), where SQLite's locks cannot protect the database. Keep the data folder on a disk of this machine; choose it with --data.`,
      )
    }
  }
  if (!statSync(existing).isDirectory()) return
  for (const part of existing === root ? parts : ['.']) {
    const path = join(existing, part)
    const found = statSync(path, { throwIfNoEntry: false })
    if (found) requireAccess(path, found.isDirectory(), root)
  }
  // A new gallery would move all of them to quarantine/.
  const database = join(root, 'vitrine.db')
  if (statSync(database, { throwIfNoEntry: false })?.size === 0 && hasOriginals(root)) {
    throw new Error(lostDatabase(database, 'is empty'))
  }
}

const typeByStatfs = (path: string): number => statfsSync(path).type

/** The folder itself, or the one in which it would be created. @throws Error if it is hidden. */
function nearestExisting(root: string): string {
  for (let path = root; ; path = dirname(path)) {
    try {
      if (statSync(path, { throwIfNoEntry: false }) || path === dirname(path)) return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') continue
      throw new Error(explanation(error, root) ?? String(error), { cause: error })
    }
  }
}

function requireAccess(path: string, isFolder: boolean, root: string): void {
  const { R_OK, W_OK, X_OK } = constants
  try {
    accessSync(path, R_OK | W_OK | (isFolder ? X_OK : 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS') throw new Error(readOnly(root))
    throw new Error(noAccess(path, root), { cause: error })
  }
}

const readOnly = (root: string) =>
  `${root} is on a read-only file system, and Vitrine has to write there. Mount it writable, or choose another folder with --data.`

function noAccess(path: string, root: string): string {
  const user = process.geteuid?.()
  const [known, owner] = nearestOwner(path)
  if (root !== path && root.startsWith(join(path, '/'))) {
    return `${root} does not exist, and user ${user} may not create it in ${path}. Create it and make that user its owner, or choose another folder with --data.`
  }
  if (owner === user) {
    return `${known} is not readable and writable for user ${user}, who runs Vitrine. Allow it, for example with: chmod -R u+rwX ${root}`
  }
  return `${known} belongs to user ${owner}, but Vitrine runs as user ${user} and may not read and write it. Run Vitrine as user ${owner}, or change the owner: chown -R ${user} ${root}`
}

/** SQLite does not say which of its files it may not open. */
function forbiddenPart(root: string): string {
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

/** Of the path itself, or of the folder that hides it. */
function nearestOwner(path: string): [path: string, owner: number | undefined] {
  for (let known = path; ; known = dirname(known)) {
    try {
      return [known, statSync(known).uid]
    } catch {
      if (known === dirname(known)) return [path, undefined]
    }
  }
}

/** Undefined if the error is not about the folder or its disk. */
function explanation(error: unknown, root: string): string | undefined {
  const code = String((error as { code?: unknown } | null)?.code ?? '')
  if (isDiskFull(error) || (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && isFull(root))) {
    return `The disk holding ${root} is full. Free some space and start again.`
  }
  if (code === 'EROFS' || code.startsWith('SQLITE_READONLY')) return readOnly(root)
  if (/^(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_PERM|SQLITE_AUTH)/.test(code)) {
    const path = (error as NodeJS.ErrnoException).path
    const isInside = typeof path === 'string' && path.startsWith(root)
    return noAccess(isInside ? path : forbiddenPart(root), root)
  }
  if (
    /^(SQLITE_PROTOCOL|SQLITE_NOLFS|SQLITE_IOERR_(LOCK|RDLOCK|UNLOCK|SHM.*)|ENOLCK)$/.test(code)
  ) {
    return `Locks or shared memory do not work in ${root} (${code}), as on some network file systems. Keep the data folder on a disk of this machine; choose it with --data.`
  }
  if (/^(SQLITE_IOERR|EIO)/.test(code)) {
    return `The disk holding ${root} reports an error (${code}). Look at the system's log, and copy the folder while you can.`
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) {
    return `The database in ${root} is damaged (${(error as Error).message}). Keep a copy of the folder and restore the database from a backup.`
  }
  return undefined
}

function isFull(root: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(root))
    return bavail * bsize < fullDiskBytes
  } catch {
    return false
  }
}
