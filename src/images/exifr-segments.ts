import { parse, segmentParsers } from 'exifr'
import { ownValue } from '../contract/own-value.ts'

/** A number as the camera wrote it; integers and floats have the denominator 1. */
export type Fraction = { numerator: number; denominator: number }

/** A tag's value: the raw bytes of text and binary tags, the fractions of every numeric type. */
type TagValue = Uint8Array | Fraction[]

export type Tags = Readonly<Record<number, TagValue | undefined>>

/** The blocks of an EXIF segment; their texts are not decoded yet. */
export type ExifBlocks = { ifd0?: Tags; exif?: Tags; gps?: Tags; interop?: Tags }

type Chunk = {
  byteLength: number
  getUint8(offset: number): number
  getInt8(offset: number): number
  getUint16(offset: number): number
  getInt16(offset: number): number
  getUint32(offset: number): number
  getInt32(offset: number): number
  getFloat(offset: number): number
  getDouble(offset: number): number
  getUint8Array(offset: number, length: number): Uint8Array
}

// The parts of exifr's parser (7.1.3) that are overridden here.
type TiffParser = {
  chunk: Chunk
  parseTag(entry: number, tag: number): unknown
  parseBlock(offset: number, block: string): unknown
}
const ExifrTiff = segmentParsers.get('tiff') as new (...parts: never[]) => TiffParser

const pointerTags = new Set([0x8769, 0x8825, 0xa005])

// No numeric tag read here has more values than a coordinate's three or the ISO's few.
const maxNumbers = 16

/** TIFF 6.0 numeric types: bytes per value, and how to read one. */
const numericTypes: Record<number, [number, (chunk: Chunk, at: number) => Fraction]> = {
  3: [2, (chunk, at) => whole(chunk.getUint16(at))],
  4: [4, (chunk, at) => whole(chunk.getUint32(at))],
  5: [8, (chunk, at) => fraction(chunk.getUint32(at), chunk.getUint32(at + 4))],
  6: [1, (chunk, at) => whole(chunk.getInt8(at))],
  8: [2, (chunk, at) => whole(chunk.getInt16(at))],
  9: [4, (chunk, at) => whole(chunk.getInt32(at))],
  10: [8, (chunk, at) => fraction(chunk.getInt32(at), chunk.getInt32(at + 4))],
  11: [4, (chunk, at) => whole(chunk.getFloat(at))],
  12: [8, (chunk, at) => whole(chunk.getDouble(at))],
  13: [4, (chunk, at) => whole(chunk.getUint32(at))],
}

const byteTypes = new Set([1, 2, 7, 129])

const fraction = (numerator: number, denominator: number): Fraction => ({ numerator, denominator })
const whole = (value: number): Fraction => fraction(value, 1)

/**
 * Unlike exifr, keeps the bytes of texts and both numbers of a fraction, and loses only damaged
 * tags.
 */
class ExactTiff extends ExifrTiff {
  override parseBlock(offset: number, block: string) {
    try {
      return super.parseBlock(offset, block)
    } catch {
      // exifr stores the block before filling it, so what was read so far is kept.
      return ownValue(this as unknown as Record<string, unknown>, block)
    }
  }

  override parseTag(entry: number, tag: number) {
    try {
      return pointerTags.has(tag) ? readPointer(this.chunk, entry) : readTag(this.chunk, entry)
    } catch {
      return undefined
    }
  }
}

/**
 * Where a block begins: one number, never a text or a list. exifr would turn a list into text
 * again for every entry of the block, which takes half a second for a list of 60 kB.
 */
function readPointer(chunk: Chunk, entry: number): number | undefined {
  const type = chunk.getUint16(entry + 2)
  if (chunk.getUint32(entry + 4) !== 1) return undefined
  if (type === 3) return chunk.getUint16(entry + 8)
  return type === 4 || type === 13 ? chunk.getUint32(entry + 8) : undefined
}

function readTag(chunk: Chunk, entry: number): TagValue | undefined {
  const type = chunk.getUint16(entry + 2)
  const count = chunk.getUint32(entry + 4)
  const numeric = numericTypes[type]
  const isBytes = byteTypes.has(type)
  if (!numeric && !isBytes) return undefined
  const size = count * (numeric ? numeric[0] : 1)
  const start = size <= 4 ? entry + 8 : chunk.getUint32(entry + 8)
  if (start >= chunk.byteLength) return undefined
  if (!numeric) return chunk.getUint8Array(start, Math.min(count, chunk.byteLength - start))
  const [step, read] = numeric
  const fits = Math.floor((chunk.byteLength - start) / step)
  const length = Math.min(count, fits, maxNumbers)
  return Array.from({ length }, (_, index) => read(chunk, start + index * step))
}

segmentParsers.set('tiff', ExactTiff)

const ifd0Tags = [
  0x010e, 0x010f, 0x0110, 0x0112, 0x0132, 0x013b, 0x4746, 0x8298, 0x9003, 0x9211, 0x9c9b, 0x9c9d,
  0x9c9e, 0xc614, 0xc62f,
]
const exifTags = [
  0x829a, 0x829d, 0x8827, 0x8831, 0x8832, 0x8833, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9201,
  0x9202, 0x920a, 0x9211, 0x9291, 0x9292, 0xa405, 0xa420, 0xa430, 0xa431, 0xa432, 0xa433, 0xa434,
]

const options = {
  mergeOutput: false,
  translateKeys: false,
  translateValues: false,
  reviveValues: false,
  // The thumbnail's block, which exifr would read whole; `tiff: true` would enable it again.
  ifd1: false,
  ifd0: { pick: ifd0Tags },
  exif: { pick: exifTags },
  gps: { pick: [1, 2, 3, 4, 5, 6, 9] },
  interop: { pick: [1] },
}

/** Reads EXIF, which is a TIFF file without a picture. Never throws. */
export async function readExif(tiff: Uint8Array): Promise<ExifBlocks> {
  try {
    return (await parse(tiff, options)) ?? {}
  } catch {
    return {}
  }
}
