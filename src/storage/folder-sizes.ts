import { opendir, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { hasDiskSpace, type Library, sizeOf } from './library.ts'

/** Folders whose sizes are known from elsewhere, or measured separately. */
const countedElsewhere = new Set(['originals', 'renditions', 'cameras', 'media-cache'])

/** The database with what has not been written back to its main file yet, in bytes. */
export async function databaseBytes({ databasePath }: Library): Promise<number> {
  const sizes = ['', '-wal', '-shm'].map((ending) => sizeOf(databasePath + ending))
  return (await Promise.all(sizes)).reduce<number>((sum, size) => sum + (size ?? 0), 0)
}

/**
 * Sizes that are known only from each file, in bytes. Reads one file at a time, since thousands may
 * be in removed/; files that disappear meanwhile do not count.
 */
export async function measureFolders({ root, databasePath }: Library) {
  let other = 0
  for await (const entry of await opendir(root)) {
    const path = join(root, entry.name)
    if (entry.isDirectory()) other += countedElsewhere.has(entry.name) ? 0 : await bytesIn(path)
    else if (!entry.name.startsWith(basename(databasePath))) other += (await sizeOf(path)) ?? 0
  }
  return { cameras: await bytesIn(join(root, 'cameras')), other }
}

/** Space on the disk of the data folder in bytes, and whether new photos are accepted. */
export async function diskSpace({ root }: Library) {
  const { bavail, blocks, bsize } = await statfs(root)
  const [hasRoomForPhotos, isAmple] = await Promise.all([
    hasDiskSpace(root, 'photos'),
    hasDiskSpace(root, 'derived'),
  ])
  return { free: bavail * bsize, total: blocks * bsize, hasRoomForPhotos, isAmple }
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  try {
    for await (const entry of await opendir(folder, { recursive: true })) {
      if (entry.isFile()) bytes += (await sizeOf(join(entry.parentPath, entry.name))) ?? 0
    }
  } catch (error) {
    // Of a folder that disappeared or cannot be read, the files read so far count.
    if (!(error instanceof Error && 'code' in error)) throw error
  }
  return bytes
}
