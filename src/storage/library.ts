import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { link, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { giveToFolderOwner, makeFolder } from '../core/database/folder-owner.ts'
import { isUnsupported } from '../images/unsupported.ts'
import { closeToOthers, requireDataFolder, restoreMark } from './data-folder.ts'
import {
  cameraImageKey,
  originalKey,
  type RenditionKey,
  removedKey,
  renditionKey,
} from './media-keys.ts'

const folders = [
  'originals',
  'renditions',
  'cameras',
  'outbox',
  'pages',
  'removed',
  'tmp',
  'runtime',
  'backups',
  'quarantine',
  'media-cache',
  'cards',
] as const

/** The names from temporary() and those of pixel files; nothing else in tmp may be removed. */
const temporaryName = /^[0-9a-f]{32}(\.v|-journal|-wal|-shm)?$/

/** Where files are in the data folder; no other code knows that. All paths are absolute. */
export type Library = ReturnType<typeof libraryAt>

/**
 * Creates the data folder's own folders (0700).
 * @throws Error for a folder with other contents, and for one with an unfinished restore unless
 * `isRestoring`.
 */
export function openLibrary(root: string, { isRestoring = false } = {}): Library {
  process.umask(0o077)
  requireDataFolder(root, folders, isRestoring)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  closeToOthers(root)
  for (const folder of folders) {
    mkdirSync(join(root, folder), { recursive: true, mode: 0o700 })
    giveToFolderOwner(join(root, folder))
  }
  return libraryAt(root)
}

/** Describes a folder that is only read: creates nothing. */
export function libraryAt(root: string) {
  const absolute = (path: string) => join(root, path)
  const temporary = () => join(root, 'tmp', randomBytes(16).toString('hex'))

  return {
    root,
    databasePath: join(root, 'vitrine.db'),
    lockPath: join(root, 'lock'),
    /** Exists from the beginning of a restore to its end. */
    restoreMarkPath: join(root, restoreMark),
    secretKeyPath: join(root, 'secret.key'),
    /** What encrypts backups in buckets, if the owner has made such a key. */
    backupKeyPath: join(root, 'backup.key'),
    /** What a gallery with its own domain has; see src/operations/certificates. */
    certificates: join(root, 'certificates'),
    /** A map of the world or a part of it, if the owner has put one there. */
    mapTilesPath: join(root, 'map.pmtiles'),
    pages: join(root, 'pages'),
    outbox: join(root, 'outbox'),
    outboxFile: (name: string) => join(root, 'outbox', name),
    removed: (original: string) => absolute(removedKey(original)),
    originals: join(root, 'originals'),
    original: (original: string) => absolute(originalKey(original)),
    rendition: (fileName: string, key: RenditionKey) => absolute(renditionKey(fileName, key)),
    cameraImage: (image: string, size: number | 'original') =>
      absolute(cameraImageKey(image, size)),
    removedFolder: join(root, 'removed'),
    quarantine: join(root, 'quarantine'),
    backups: join(root, 'backups'),
    /** Held by a running backup, and while files are deleted. */
    backupLockPath: join(root, 'backups', 'lock'),
    /** The epoch of the files; see src/operations/backup/epoch.ts. */
    epochPath: join(root, 'library.json'),
    lastBackupPath: join(root, 'backups', 'last.json'),
    /** The folders into which this gallery was backed up. */
    backupTargetsPath: join(root, 'backups', 'targets.json'),
    failedBackupPath: join(root, 'backups', 'failed.json'),
    incompleteBackupPath: join(root, 'backups', 'incomplete.json'),
    /** The results of the last restore drills. */
    drillsPath: join(root, 'backups', 'drills.json'),
    /**
     * Copies of a bucket's files, and renditions made on request; see src/storage/media-cache.ts.
     */
    mediaCache: join(root, 'media-cache'),
    /** Composed pictures of sets of photos; see src/gallery/share-images/image-files.ts. */
    cards: join(root, 'cards'),
    temporary,
    /** Reserved space for what must work on a full disk; see src/core/database/reserve.ts. */
    reservePath: join(root, 'runtime', 'reserve'),
    renditionsPath: join(root, 'renditions'),
    /** A path as intents store it, so that a moved data folder still finds its files. */
    relative: (path: string) => path.slice(root.length + 1),
    absolute,
    /**
     * Moves a file to the same place under quarantine/, which Vitrine never deletes anything from.
     * @returns its new path, or undefined if it does not exist.
     */
    moveToQuarantine: async (path: string): Promise<string | undefined> => {
      if ((await sizeOf(path)) === undefined) return undefined
      const target = join(root, 'quarantine', path.slice(root.length + 1))
      await makeFolder(dirname(target))
      return placeAside(path, target)
    },
    /** Writes a derived file, without fsync since it can be made again. */
    writeDerived: async (path: string, bytes: Uint8Array) => {
      const staging = temporary()
      try {
        await writeWhole(staging, bytes)
        await renameInto(staging, path)
      } finally {
        await rm(staging, { force: true })
      }
    },
    /** Writes a file that cannot be made again. */
    writeDurably: async (path: string, bytes: Uint8Array) => {
      const staging = temporary()
      try {
        await writeWhole(staging, bytes)
        await syncFile(staging)
        await placeDurably(staging, path)
      } finally {
        await rm(staging, { force: true })
      }
    },
    emptyTemporary: async () => {
      for (const name of await readdir(join(root, 'tmp'))) {
        if (temporaryName.test(name)) await rm(join(root, 'tmp', name), { force: true })
      }
    },
  }
}

/** Writes all of `bytes` to a new file. Bun.write would leave an empty file on a full disk. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for (let offset = 0; offset < bytes.length; ) {
      offset += (await file.write(bytes, offset)).bytesWritten
    }
  } finally {
    await file.close()
  }
  giveToFolderOwner(path)
}

async function renameInto(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!isMissing(error)) throw error
    await makeFolder(dirname(to))
    await rename(from, to)
  }
}

/** Moves a synced file so that a power cut cannot undo it: rename, then fsync of the folder. */
export async function placeDurably(from: string, to: string): Promise<void> {
  const folder = dirname(to)
  const made = await makeFolder(folder)
  giveToFolderOwner(from)
  await rename(from, to)
  await syncFolder(folder)
  if (made !== undefined) await syncFolder(dirname(folder))
}

/** Like {@link placeDurably}, but never replaces a file: the name gets a number instead. */
export async function placeAside(from: string, to: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const target = attempt === 0 ? to : to.replace(/(\.[^.]*)?$/, `-${attempt}$1`)
    try {
      await link(from, target)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      // A crash after the link left both names, so this is the file's own target.
      if (!(await isSameFile(from, target))) continue
    }
    await syncFolder(dirname(target))
    await rm(from)
    return target
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)])
  return a.dev === b.dev && a.ino === b.ino
}

export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** So that a power cut cannot undo renames in it. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its renames are journalled anyway.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    // SMB, exFAT through FUSE and others sync files only.
    if (!isUnsupported(error)) throw error
  } finally {
    await folder.close()
  }
}

/** Undefined if the file does not exist. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Space left free for the database, so that photos can still be deleted. */
const reserve = { share: 0.05, mostBytes: 64 * 2 ** 20 }
/** Space that renditions, and what guests write, leave for new photos. */
const photoReserve = { share: 0.1, mostBytes: 512 * 2 ** 20 }

export async function hasDiskSpace(
  path: string,
  use: 'photos' | 'derived' | 'guests',
): Promise<boolean> {
  const { bavail, blocks, bsize } = await statfs(path)
  const { share, mostBytes } = use === 'photos' ? reserve : photoReserve
  return bavail * bsize > Math.min(mostBytes, share * blocks * bsize)
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** 128 random bits: unrelated to the source and impossible to guess. */
export function randomFileName(): string {
  return `${randomBytes(16).toString('hex')}.jpg`
}
