import { accessSync, constants, type Stats, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { noAccess } from '../core/database/folder-access.ts'
import { lostDatabase } from '../core/database/schema-state.ts'
import { hasOriginals } from '../storage/data-folder.ts'
import { explanation, nearestExisting, notAFile, notAFolder, readOnly } from './explanation.ts'

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

/** Opened at every start; files of another user in them would be noticed much later. */
const files = [
  'vitrine.db',
  'vitrine.db-wal',
  'vitrine.db-shm',
  'lock',
  'secret.key',
  'library.json',
  'backups/lock',
]
const folders = [
  '.',
  'originals',
  'renditions',
  'cameras',
  'pages',
  'backups',
  'tmp',
  'runtime',
  'outbox',
  'removed',
  'quarantine',
]
const parts = [...folders, ...files]

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
    const explained = explanation(error, root, parts)
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
  if (!statSync(existing).isDirectory()) throw new Error(notAFolder(existing, root))
  for (const part of existing === root ? parts : ['.']) {
    const path = join(existing, part)
    const found = statsOf(path)
    if (!found) continue
    // A pipe or a device could be read without an end.
    if (!found.isFile() && !found.isDirectory()) {
      throw new Error(`${path} is neither a file nor a folder. Move it elsewhere, and try again.`)
    }
    requireAccess(path, found.isDirectory(), root)
  }
  requireKinds(root)
}

const typeByStatfs = (path: string): number => statfsSync(path).type

/** @throws Error if a gallery has a file where a folder is needed, or the other way round. */
function requireKinds(root: string): void {
  const database = join(root, 'vitrine.db')
  const found = statsOf(database)
  if (!found) return
  if (found.isDirectory()) throw new Error(lostDatabase(database, 'is a folder'))
  // A new gallery would move all of them to quarantine/.
  if (found.size === 0 && hasOriginals(root)) throw new Error(lostDatabase(database, 'is empty'))
  for (const part of parts) {
    const path = join(root, part)
    const isFolder = statsOf(path)?.isDirectory()
    if (isFolder === undefined) continue
    if (isFolder && files.includes(part)) throw new Error(notAFile(path))
    if (!isFolder && folders.includes(part)) throw new Error(notAFolder(path, root))
  }
}

/** Undefined if there is nothing, also because a folder in the path is a file. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
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
