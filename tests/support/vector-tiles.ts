// A map of the world in one vector tile, in the schema of Protomaps' basemap: only water, and a town.

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]
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

/** A PMTiles archive, version 3, without compression. */
export function worldOfWater(): Uint8Array {
  const tile = [
    ...layer('water', 'Ocean', 3, square),
    ...layer('places', 'Atlantis', 1, moveTo(extent / 2, extent / 2)),
  ]
  const directory = [1, 0, 1, tile.length, 1].flatMap(varint)
  const metadata = [...Buffer.from('{}')]
  const header = Buffer.alloc(127)
  header.write('PMTiles')
  header.writeUInt8(3, 7)
  const parts = [directory, metadata, [], tile]
  let offset = header.length
  for (const [index, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + 16 * index)
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index)
    offset += part.length
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  // Clustered; no compression of directories and tiles; vector tiles.
  for (const [index, value] of [1, 1, 1, 1].entries()) header.writeUInt8(value, 96 + index)
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) {
    header.writeInt32LE(degrees * 1e7, 102 + 4 * index)
  }
  return Buffer.concat([header, Buffer.from(parts.flat())])
}
