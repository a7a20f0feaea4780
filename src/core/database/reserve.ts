import { readdirSync, rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemName } from '../../contract/imports/system-names.ts'

/** Enough for the log of a few deletions, and for signing in before them, in bytes. */
const reserveBytes = 4 * 2 ** 20
/** The most random bytes that one call returns. */
const pieceBytes = 2 ** 16

/**
 * Space on the disk for what must work when it is full: signing in and out, and deleting. It is a
 * file that is deleted when such a write needs its space, and created again once there is space. If
 * it is used up, renditions are deleted instead, which are made again on demand.
 */
export function createReserve(path: string, renditions: string) {
  return {
    /** @returns whether any space was freed. */
    release: (): boolean => {
      try {
        const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined
        rmSync(path, { force: true })
        return isThere || removeSome(renditions)
      } catch {
        return false
      }
    },
    /** Creates the file unless it is complete. Without enough space, it is not created. */
    fill: async (hasSpace: () => Promise<boolean>): Promise<void> => {
      try {
        const isWhole = statSync(path, { throwIfNoEntry: false })?.size === reserveBytes
        if (isWhole || !(await hasSpace())) return
        await writeReserve(path)
      } catch {
        // It is tried again next time.
      }
    },
  }
}

/**
 * Removes files in the folder's shards until the size of the reserve is free.
 * @returns whether any was.
 */
function removeSome(folder: string): boolean {
  let freed = 0
  const namesIn = (path: string) => readdirSync(path).filter((name) => !isSystemName(name))
  for (const shard of namesIn(folder)) {
    for (const name of namesIn(join(folder, shard))) {
      const path = join(folder, shard, name)
      freed += statSync(path).size
      rmSync(path, { force: true })
      if (freed >= reserveBytes) return true
    }
  }
  return freed > 0
}

async function writeReserve(path: string): Promise<void> {
  const staging = `${path}.new`
  const file = await open(staging, 'w', 0o600)
  const piece = Buffer.alloc(pieceBytes)
  try {
    for (let written = 0; written < reserveBytes; written += pieceBytes) {
      // Random bytes, because a file system that compresses would not reserve space for others.
      await file.write(crypto.getRandomValues(piece), 0, pieceBytes, written)
    }
    await file.close()
    await rename(staging, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(staging, { force: true })
    throw error
  }
}
