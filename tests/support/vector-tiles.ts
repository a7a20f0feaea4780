// A map of the world in one vector tile, in the schema of Protomaps' basemap: only water, and a town.
import { gzipSync } from 'node:zlib'

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
const number = (field: number, value: number) => [...varint(field << 3), ...varint(value)]
const bytes = (field: number, content: readonly number[]) => [
  ...varint((field << 3) | 2),
  ...varint(content.length),
  ...content,
]
const text = (field: number, content: string) => bytes(field, [...Buffer.from(content)])
const numbers = (field: number, values: readonly number[]) => bytes(field, values.flatMap(varint))

const extent = 4096
const zigzag = (value: number) => (value << 1) ^ (value >> 31)
const command = (id: 1 | 2 | 7, count: number) => (count << 3) | id
const moveTo = (x: number, y: number) => [command(1, 1), zigzag(x), zigzag(y)]

/** With one feature, of a name; `type` is 1 for a point and 3 for an area. */
const layer = (name: string, feature: string, type: 1 | 3, geometry: readonly number[]) =>
  bytes(3, [
    ...number(15, 2),
    ...text(1, name),
    ...bytes(2, [...numbers(2, [0, 0]), ...number(3, type), ...numbers(4, geometry)]),
    ...text(3, 'name'),
    ...bytes(4, text(1, feature)),
    ...number(5, extent),
  ])

const square = [
  ...moveTo(0, 0),
  ...[command(2, 3), zigzag(extent), zigzag(0), zigzag(0), zigzag(extent), zigzag(-extent), 0],
  command(7, 1),
]

/** The parts of a PMTiles archive in their usual order. */
export type ArchiveParts = {
  /** The numbers of the root directory. */
  directory?: readonly number[]
  /** Its bytes, if they are others than those of the numbers. */
  root?: Uint8Array
  metadata?: Uint8Array
  leaves?: Uint8Array
  tiles?: Uint8Array
  /** Of the directories and the metadata: 1 is none, 2 is gzip. */
  compression?: number
  /** Bytes of the header to be changed. */
  header?: Record<number, number>
  /** Zeros before the metadata. */
  padding?: number
}

/** A tile of water and a town. */
export const waterTile = Buffer.from([
  ...layer('water', 'Ocean', 3, square),
  ...layer('places', 'Atlantis', 1, moveTo(extent / 2, extent / 2)),
])

/** A PMTiles archive, version 3, of one tile for the whole world unless the parts say otherwise. */
export function tileArchive(parts: ArchiveParts = {}): Buffer {
  const { tiles = waterTile, leaves = new Uint8Array(), compression = 1, padding = 0 } = parts
  const pack = (content: Uint8Array) => (compression === 2 ? gzipSync(content) : content)
  const { directory = [1, 0, 1, tiles.length, 1] } = parts
  const root = parts.root ?? pack(Buffer.from(directory.flatMap(varint)))
  const metadata = parts.metadata ?? pack(Buffer.from('{}'))
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  let offset = header.length
  for (const [index, part] of [root, metadata, leaves, tiles].entries()) {
    if (part === metadata) offset += padding
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index)
    offset += part.length
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  // Clustered; the compressions of directories and of tiles; vector tiles.
  for (const [index, value] of [1, compression, 1, 1].entries()) {
    header.writeUInt8(value, 96 + index)
  }
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) {
    header.writeInt32LE(degrees * 1e7, 102 + 4 * index)
  }
  for (const [at, value] of Object.entries(parts.header ?? {})) header[Number(at)] = value
  return Buffer.concat([header, root, new Uint8Array(padding), metadata, leaves, tiles])
}
