// Whether the owner's map file is an archive of tiles, and nothing besides.
import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { PMTiles } from 'pmtiles'
import { faultOfArchive } from '../../src/gallery/places/tile-archive.ts'
import { type ArchiveParts, tileArchive, waterTile } from '../support/vector-tiles.ts'

const faultOf = (bytes: Uint8Array) =>
  faultOfArchive((offset, length) => bytes.subarray(offset, offset + length), bytes.length)

/** The tile of the whole world, as the library that draws the map reads it. */
const worldIn = (bytes: Uint8Array) =>
  new PMTiles({
    getKey: () => 'archive',
    getBytes: async (offset, length) => ({
      data: new Uint8Array(bytes.subarray(offset, offset + length)).buffer,
    }),
  }).getZxy(0, 0, 0)

const { length } = waterTile
const twice = Buffer.concat([waterTile, waterTile])
const leaf = Buffer.from([1, 0, 1, (length % 128) | 128, Math.floor(length / 128), 1])
/** The root directory names a directory of the world's tile. */
const withLeaf = (leaves: Uint8Array): ArchiveParts => ({
  leaves,
  directory: [1, 0, 0, leaves.length, 1],
})

const whole: [string, ArchiveParts][] = [
  ['without compression', {}],
  ['with compression', { compression: 2 }],
  ['whose compression is not said', { compression: 0 }],
  ['with metadata', { metadata: Buffer.from('{"name":"World"}') }],
  ['without metadata', { metadata: new Uint8Array() }],
  ['with another directory', withLeaf(leaf)],
  ['with another directory, compressed', { ...withLeaf(gzipSync(leaf)), compression: 2 }],
  ['with room behind its root directory', { padding: 16_000 }],
  ['with two tiles', { tiles: twice, directory: [2, 0, 1, 1, 1, length, length, 1, 0] }],
  ['with one tile twice', { directory: [2, 0, 1, 1, 1, length, length, 1, 1] }],
  ['of many zoom levels', { header: { 101: 15 } }],
]

describe('archives', () => {
  test.each(whole)('an archive %s is valid', async (_, parts) => {
    const archive = tileArchive(parts)
    expect(faultOf(archive)).toBeUndefined()
    const tile = await worldIn(archive)
    expect(Buffer.from(tile!.data)).toEqual(waterTile)
  })

  const foreign = 'it has bytes that belong to none of its sections'
  const damaged = 'its root directory is damaged'
  const wrongPlace = 'its root directory is in the wrong place'
  const wrong: [string, Uint8Array, string][] = [
    ['nothing', new Uint8Array(), 'it is too short'],
    ['a header alone', tileArchive().subarray(0, 127), 'its end is missing'],
    ['a header of zeros', headerOnly(), 'it has no root directory'],
    ['no tiles', tileArchive({ tiles: new Uint8Array() }), damaged],
    ['a directory of words', tileArchive({ root: Buffer.from('my secret notes') }), damaged],
    ['words for gzip', tileArchive({ root: Buffer.from('my notes'), compression: 2 }), damaged],
    [
      'words behind gzip',
      tileArchive({ root: gzipped([1, 0, 1, 5, 1], 'my notes'), compression: 2 }),
      damaged,
    ],
    [
      'too much in little',
      tileArchive({ root: gzipSync(Buffer.alloc(2 << 20)), compression: 2 }),
      damaged,
    ],
    ['a directory of no entries', tileArchive({ directory: [0] }), damaged],
    ['fewer entries than it says', tileArchive({ directory: [2, 0, 1, 5, 1] }), damaged],
    ['more entries than it says', tileArchive({ directory: [1, 0, 1, 5, 1, 0, 1, 5, 1] }), damaged],
    ['more entries than any file', tileArchive({ directory: [2 ** 50, 0, 1, 5, 1] }), damaged],
    ['half a number', tileArchive({ root: Buffer.from([1, 0, 1, 5, 0x81]) }), damaged],
    ['a number without end', tileArchive({ root: Buffer.alloc(2000, 0x80) }), damaged],
    ['a tile of nothing', tileArchive({ directory: [1, 0, 1, 0, 1] }), damaged],
    ['a tile beyond the tiles', tileArchive({ directory: [1, 0, 1, length, 2] }), damaged],
    ['a tile without a place', tileArchive({ directory: [1, 0, 1, length, 0] }), damaged],
    ['one tile in two places', tileArchive({ directory: [2, 0, 0, 1, 1, 5, 5, 1, 1] }), damaged],
    ['a directory that is not there', tileArchive({ directory: [1, 0, 0, 6, 1] }), damaged],
    ['a root at the start', tileArchive({ header: { 8: 0 } }), wrongPlace],
    ['a root in the header', tileArchive({ header: { 8: 126 } }), wrongPlace],
    ['a root far away', farRoot(), wrongPlace],
    ['metadata over the root', tileArchive({ header: { 24: 128 } }), 'its sections overlap'],
    ['metadata in the header', tileArchive({ header: { 24: 2 } }), 'its sections overlap'],
    ['a section of any length', tileArchive({ header: { 71: 255 } }), 'its end is missing'],
    ['a section anywhere', tileArchive({ header: { 63: 255 } }), 'its end is missing'],
    [
      'words for metadata',
      tileArchive({ metadata: Buffer.from('notes') }),
      'its metadata is damaged',
    ],
    [
      'a list for metadata',
      tileArchive({ metadata: Buffer.from('[]') }),
      'its metadata is damaged',
    ],
    ['pictures', tileArchive({ header: { 99: 3 } }), 'it has no vector tiles'],
    [
      'zoom levels in the wrong order',
      tileArchive({ header: { 100: 3, 101: 2 } }),
      'its zoom levels are in the wrong order',
    ],
    ...[3, 4, 255].flatMap((compression): [string, Uint8Array, string][] =>
      [97, 98].map((at) => [
        `compression ${compression} at ${at}`,
        tileArchive({ header: { [at]: compression } }),
        'its compression is neither gzip nor none',
      ]),
    ),
    ['room without end', tileArchive({ padding: 70_000 }), foreign],
    ['words in its room', withWords(tileArchive({ padding: 100 }), 200), foreign],
    ['words behind it', Buffer.concat([tileArchive(), Buffer.from('notes')]), foreign],
    ['a zero behind it', Buffer.concat([tileArchive(), new Uint8Array(1)]), foreign],
    ['tiles that end early', tileArchive({ header: { 64: (length % 256) - 1 } }), foreign],
  ]
  test.each(wrong)('an archive with %s is invalid', (_, bytes, expected) => {
    expect(faultOf(bytes)).toBe(expected)
  })

  test('an archive with any bytes changed or cut off is checked without failing', () => {
    const archive = tileArchive({ compression: 2 })
    const change = fc.record({
      at: fc.nat(archive.length - 1),
      to: fc.nat(255),
      end: fc.nat(archive.length),
    })
    fc.assert(
      fc.property(change, ({ at, to, end }) => {
        const changed = Buffer.from(archive.subarray(0, end))
        if (at < end) changed[at] = to
        const fault = faultOf(changed)
        if (end < archive.length) expect(fault).toBeString()
        else expect(fault === undefined || /^(it|its) [a-z]/.test(fault)).toBe(true)
      }),
    )
  })
})

function headerOnly(): Uint8Array {
  const header = Buffer.alloc(127)
  header.write('PMTiles\u0003')
  header[99] = 1
  return header
}

function gzipped(numbers: readonly number[], words: string): Uint8Array {
  return Buffer.concat([gzipSync(Buffer.from(numbers)), Buffer.from(words)])
}

/** The root directory is at the end. */
function farRoot(): Uint8Array {
  const root = Buffer.from([1, 0, 1, 5, 1])
  const archive = tileArchive({ tiles: Buffer.alloc(20_000) })
  archive.writeBigUInt64LE(BigInt(archive.length), 8)
  archive.writeBigUInt64LE(BigInt(root.length), 16)
  return Buffer.concat([archive, root])
}

function withWords(archive: Buffer, at: number): Uint8Array {
  archive.write('notes', at)
  return archive
}
