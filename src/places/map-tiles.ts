import { closeSync, constants, openSync, readSync, type Stats, statSync } from 'node:fs'

/** See https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const headerBytes = 127
const magic = 'PMTiles'
/** Offset and length of the root directory, the metadata, the leaf directories and the tiles. */
const sections = [8, 24, 40, 56]
const tileTypeAt = 99
const vectorTiles = 1

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
  const header = new Uint8Array(headerBytes)
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      if (readSync(file, header, 0, headerBytes, 0) < headerBytes) return wrong('it is too short')
    } finally {
      closeSync(file)
    }
  } catch (error) {
    return wrong(`it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (new TextDecoder().decode(header.subarray(0, magic.length)) !== magic) {
    return wrong('it is no PMTiles archive')
  }
  const version = header[magic.length]
  if (version !== 3) return wrong(`it is a PMTiles archive of version ${version}`)
  const view = new DataView(header.buffer)
  const end = (at: number) => view.getBigUint64(at, true) + view.getBigUint64(at + 8, true)
  if (sections.some((at) => end(at) > BigInt(found.size))) return wrong('its end is missing')
  return header[tileTypeAt] === vectorTiles ? undefined : wrong('it has no vector tiles')
}
