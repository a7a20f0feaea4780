import { rmSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** Enough for the log of a few deletions, and for signing in before them, in bytes. */
const reserveBytes = 4 * 2 ** 20
/** As much as one call gives at random. */
const pieceBytes = 2 ** 16

/**
 * Space on the disk for what must work when it is full: signing in and out, and deleting. It is a
 * file that is removed when such a write needs its space, and made again once there is room.
 */
export function createReserve(path: string) {
  return {
    /** @returns whether there was anything to give. */
    release: (): boolean => {
      try {
        const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined
        rmSync(path, { force: true })
        return isThere
      } catch {
        return false
      }
    },
    /** Makes the file unless it is there and whole; without enough space, it stays away. */
    fill: async (hasRoom: () => Promise<boolean>): Promise<void> => {
      try {
        const isWhole = statSync(path, { throwIfNoEntry: false })?.size === reserveBytes
        if (isWhole || !(await hasRoom())) return
        await writeReserve(path)
      } catch {
        // The next time will do.
      }
    },
  }
}

async function writeReserve(path: string): Promise<void> {
  const staging = `${path}.new`
  const file = await open(staging, 'w', 0o600)
  try {
    // A disk that compresses keeps only what is random.
    for (let written = 0; written < reserveBytes; written += pieceBytes) {
      await file.write(crypto.getRandomValues(new Uint8Array(pieceBytes)), 0, pieceBytes, written)
    }
    await file.close()
    await rename(staging, path)
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(staging, { force: true })
    throw error
  }
}
