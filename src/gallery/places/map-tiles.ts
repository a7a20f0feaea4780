import { closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs'
import { faultOfArchive } from './tile-archive.ts'

export type MapTiles = ReturnType<typeof createMapTiles>

/**
 * The owner's detailed map. What is at its path is looked at again when it has changed, and `warn` is
 * told what is wrong with it.
 */
export function createMapTiles(path: string, warn: (text: string) => void) {
  let looked: { readonly state: string; readonly fault: string | undefined } | undefined

  /** Undefined if there is no file, or a wrong one. */
  const find = (): Stats | undefined => {
    const found = statsOf(path)
    const state = found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'none'
    if (looked?.state !== state) {
      const fault = found && faultOf(path, found)
      looked = { state, fault }
      if (fault !== undefined) warn(`Warning: ${fault}`)
    }
    return looked.fault === undefined ? found : undefined
  }

  return {
    path,
    find,
    /** One sentence; undefined if there is nothing wrong. */
    fault: (): string | undefined => {
      find()
      return looked?.fault
    },
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A link that leads back to itself, or into a folder that is closed to this user.
    return undefined
  }
}

function faultOf(path: string, found: Stats): string | undefined {
  const wrong = (what: string) =>
    `${path} is not shown as the detailed map: ${what}. Replace it with a PMTiles archive of version 3, or delete it.`
  if (!found.isFile()) return wrong('it is not a file')
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const fault = faultOfArchive((offset, length) => bytesOf(file, offset, length), found.size)
      return fault && wrong(fault)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return wrong(`it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function bytesOf(file: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  return bytes.subarray(0, readSync(file, bytes, 0, length, offset))
}
