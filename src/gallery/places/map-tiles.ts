import { closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs'
import { faultOfArchive } from './tile-archive.ts'

export type MapTiles = ReturnType<typeof createMapTiles>

/**
 * The owner's detailed map. The file is checked again whenever it has changed; `warn` gets what is
 * wrong with it.
 */
export function createMapTiles(path: string, warn: (text: string) => void) {
  let checked: { readonly state: string; readonly fault: string | undefined } | undefined

  /** Undefined if there is no file, or an invalid one. */
  const find = (): Stats | undefined => {
    const found = statsOf(path)
    const state = found ? `${found.ino} ${found.size} ${found.mtimeMs}` : 'none'
    if (checked?.state !== state) {
      const fault = found && faultOf(path, found)
      checked = { state, fault }
      if (fault !== undefined) warn(`Warning: ${fault}`)
    }
    return checked.fault === undefined ? found : undefined
  }

  return {
    path,
    find,
    /** What is wrong with the file, as one sentence; undefined if nothing is. */
    fault: (): string | undefined => {
      find()
      return checked?.fault
    },
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A link that points to itself, or into a folder that this user cannot open.
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
