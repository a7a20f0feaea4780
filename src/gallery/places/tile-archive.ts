import { gunzipSync } from 'node:zlib'

// See https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
const headerBytes = 127
const magic = 'PMTiles'
/** The offset of each section's offset and length in the header. */
const sectionsAt = { root: 8, metadata: 24, leaves: 40, tiles: 56 } as const
const compressionAt = { internal: 97, tiles: 98 } as const
const tileTypeAt = 99
const zoomsAt = { least: 100, most: 101 } as const
const vectorTiles = 1
const gzip = 2
/** Clients fetch this much of the beginning, and expect the whole root directory in it. */
const beginningBytes = 16_384

/** Some programs leave room between sections for what they write last. */
const mostPadding = 65_536
const mostMetadata = 4 * 1024 * 1024
/** When they are decompressed. */
const mostUnpacked = { directory: 1024 * 1024, metadata: 16 * 1024 * 1024 }

/** Bytes of the file, or fewer at its end. */
export type ReadBytes = (offset: number, length: number) => Uint8Array

type Section = { readonly offset: number; readonly length: number }
type Header = Record<keyof typeof sectionsAt, Section> & {
  readonly isPacked: boolean
}

/**
 * What is wrong with a PMTiles archive of vector tiles, for a person: undefined if a browser can read
 * it, and it holds nothing besides. The tiles themselves are not looked at.
 */
export function faultOfArchive(read: ReadBytes, size: number): string | undefined {
  const bytes = read(0, headerBytes)
  if (bytes.length < headerBytes) return 'it is too short'
  if (new TextDecoder().decode(bytes.subarray(0, magic.length)) !== magic) {
    return 'it is no PMTiles archive'
  }
  const version = bytes[magic.length]
  if (version !== 3) return `it is a PMTiles archive of version ${version}`
  if (bytes[tileTypeAt] !== vectorTiles) return 'it has no vector tiles'
  // Others have numbers, but the library that draws the map cannot read them.
  if (bytes[compressionAt.internal]! > gzip || bytes[compressionAt.tiles]! > gzip) {
    return 'its compression is neither gzip nor none'
  }
  if (bytes[zoomsAt.least]! > bytes[zoomsAt.most]!) return 'its zoom levels are in the wrong order'
  const header = headerOf(bytes)
  return (
    faultOfPlaces(header, read, size) ??
    (isRootDirectory(header, read) ? undefined : 'its root directory is damaged') ??
    (isMetadata(header, read) ? undefined : 'its metadata is damaged')
  )
}

function headerOf(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const section = (at: number): Section => ({
    offset: Number(view.getBigUint64(at, true)),
    length: Number(view.getBigUint64(at + 8, true)),
  })
  return {
    root: section(sectionsAt.root),
    metadata: section(sectionsAt.metadata),
    leaves: section(sectionsAt.leaves),
    tiles: section(sectionsAt.tiles),
    isPacked: bytes[compressionAt.internal] === gzip,
  }
}

const endOf = ({ offset, length }: Section): number => offset + length

/** Whether the sections are where they can be, and nothing else is in the file. */
function faultOfPlaces(header: Header, read: ReadBytes, size: number): string | undefined {
  const { root, metadata, leaves, tiles } = header
  const sections = [root, metadata, leaves, tiles].filter(({ length }) => length > 0)
  if (sections.some((section) => endOf(section) > size)) return 'its end is missing'
  if (root.length === 0) return 'it has no root directory'
  if (root.offset < headerBytes || endOf(root) > beginningBytes) {
    return 'its root directory is in the wrong place'
  }
  let end = headerBytes
  for (const section of sections.sort((one, other) => one.offset - other.offset)) {
    if (section.offset < end) return 'its sections overlap'
    if (!isPadding(read, end, section.offset)) return foreignBytes
    end = endOf(section)
  }
  return end === size ? undefined : foreignBytes
}

/** A request for a range of the file would return these bytes. */
const foreignBytes = 'it has bytes that belong to none of its sections'

const isPadding = (read: ReadBytes, start: number, end: number): boolean =>
  end - start <= mostPadding && read(start, end - start).every((byte) => byte === 0)

function isRootDirectory(header: Header, read: ReadBytes): boolean {
  const { offset, length } = header.root
  const bytes = unpacked(header, read(offset, length), mostUnpacked.directory)
  const numbers = bytes && numbersOf(bytes)
  return numbers !== undefined && areEntries(numbers, header)
}

/**
 * Whether these are a directory: the count of its entries, then each one's distance in tiles from
 * the one before, then the counts of tiles, the lengths, and the offsets plus one, where 0 means
 * right behind the entry before.
 */
function areEntries(numbers: readonly number[], { leaves, tiles }: Header): boolean {
  const [count = 0] = numbers
  if (count === 0 || numbers.length !== 1 + 4 * count) return false
  const column = (index: number) => numbers.slice(1 + index * count, 1 + (index + 1) * count)
  const distances = column(0)
  const runs = column(1)
  const lengths = column(2)
  const places = column(3)
  let end = -1
  for (const [index, place] of places.entries()) {
    const length = lengths[index]!
    if (length === 0 || (index > 0 && distances[index] === 0)) return false
    const offset = place === 0 ? end : place - 1
    end = offset + length
    // An entry of no tiles is another directory.
    const whole = runs[index] === 0 ? leaves : tiles
    if (offset < 0 || end > whole.length) return false
  }
  return true
}

/** Numbers as in Protocol Buffers; undefined for anything else. */
function numbersOf(bytes: Uint8Array): number[] | undefined {
  const numbers: number[] = []
  let value = 0
  let factor = 1
  for (const byte of bytes) {
    value += (byte & 127) * factor
    if (!Number.isSafeInteger(value)) return undefined
    if (byte >= 128) factor *= 128
    else {
      numbers.push(value)
      value = 0
      factor = 1
    }
  }
  return factor === 1 ? numbers : undefined
}

/** JSON with an object, according to the specification; old archives have none. */
function isMetadata(header: Header, read: ReadBytes): boolean {
  const { offset, length } = header.metadata
  if (length === 0) return true
  if (length > mostMetadata) return false
  const bytes = unpacked(header, read(offset, length), mostUnpacked.metadata)
  try {
    const value: unknown = bytes && JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function unpacked(
  { isPacked }: Header,
  bytes: Uint8Array,
  maxOutputLength: number,
): Uint8Array | undefined {
  if (!isPacked) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength })
  } catch {
    return undefined
  }
}
