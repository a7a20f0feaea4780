import { expect, test } from 'bun:test'
import { readExif } from '../../src/images/exifr-segments.ts'

/** TIFF of one entry at 8, and the block of an exposure time that it points at. */
function tiffWithPointer(tag: number, type: number, count: number): Uint8Array {
  const tiff = Buffer.alloc(64)
  tiff.write('II*\0')
  tiff.writeUInt32LE(8, 4)
  const write = (
    at: number,
    ...entry: [tag: number, type: number, count: number, value: number]
  ) => {
    tiff.writeUInt16LE(1, at)
    tiff.writeUInt16LE(entry[0], at + 2)
    tiff.writeUInt16LE(entry[1], at + 4)
    tiff.writeUInt32LE(entry[2], at + 6)
    tiff.writeUInt32LE(entry[3], at + 10)
  }
  write(8, tag, type, count, 32)
  // ISO 400.
  write(32, 0x8827, 3, 1, 400)
  return tiff
}

test.each([3, 4, 13])('the EXIF block at a pointer of type %p is read', async (type) => {
  const { exif } = await readExif(tiffWithPointer(0x8769, type, 1))
  expect(exif?.[0x8827]).toEqual([{ numerator: 400, denominator: 1 }])
})

test.each([
  [2, 1],
  [2, 30],
  [7, 30],
  [1, 4],
  [4, 2],
  [3, 3],
  [5, 1],
  [9, 1],
])('no EXIF block is read at a pointer of type %p with %p values', async (type, count) => {
  for (const tag of [0x8769, 0x8825, 0xa005]) {
    const { exif, gps, interop } = await readExif(tiffWithPointer(tag, type, count))
    expect([exif, gps, interop]).toEqual([undefined, undefined, undefined])
  }
})
