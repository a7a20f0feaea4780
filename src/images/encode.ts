import type { Sharp } from 'sharp'
import { marker, walkJpeg } from './jpeg.ts'
import { iccSegments } from './jpeg-segments.ts'
import { profiledPng } from './profiled-png.ts'
import { type Credits, exifSegment, xmpPacket, xmpSegment } from './rights.ts'
import { loadSharp } from './sharp.ts'

/** Decoded pixels: rows from the top, three channels of 8 bits, no padding. */
export type RawPixels = {
  data: Uint8Array | Buffer
  width: number
  height: number
  channels: 3
}

export type EncodeOptions = {
  /** 1 to 100, on each format's own scale. */
  quality: number
  /** WebP 0 to 6, AVIF 0 to 9; JPEG has none. */
  effort?: number
  /** Full colour resolution in JPEG (4:4:4), for pictures that are viewed closely. */
  hasFullChroma?: boolean
  /** The colour space of the pixels, embedded unchanged; null for sRGB. */
  icc: Uint8Array | null
  /** Written into the file's XMP, and into a JPEG's EXIF. */
  credits?: Credits | null
}

/**
 * Encodes pixels without converting them. JPEG is baseline without mozjpeg's search or optimised
 * Huffman tables: half the time and no copy of the whole picture, for 2 % more bytes.
 */
export async function encode(
  raw: RawPixels,
  format: 'jpeg' | 'webp' | 'avif',
  options: EncodeOptions,
): Promise<Buffer> {
  const { quality, effort, icc } = options
  // Adding segments to a finished JPEG costs nothing; the other formats' containers are harder.
  if (format === 'jpeg') {
    const image = await open(raw, null)
    const chromaSubsampling = options.hasFullChroma ? '4:4:4' : '4:2:0'
    const jpeg = image.jpeg({ quality, chromaSubsampling, optimiseCoding: false })
    return withSegments(await jpeg.toBuffer(), options)
  }
  const image = withCredits(await open(raw, icc), options.credits)
  const settings = { quality, ...(effort === undefined ? {} : { effort }) }
  return (format === 'webp' ? image.webp(settings) : image.avif(settings)).toBuffer()
}

async function open(raw: RawPixels, icc: Uint8Array | null): Promise<Sharp> {
  const sharp = await loadSharp()
  const { data, width, height, channels } = raw
  if (!icc) return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
  return sharp(profiledPng(raw, icc), { limitInputPixels: false }).keepIccProfile()
}

/** As XMP, because sharp's EXIF writer turns 'é' into 'e'. */
function withCredits(image: Sharp, credits: EncodeOptions['credits']): Sharp {
  const packet = credits ? xmpPacket(credits) : null
  return packet === null ? image : image.withXmp(packet)
}

/** At the front, but after a JFIF segment, which must come first. */
function withSegments(jpeg: Buffer, { icc, credits }: EncodeOptions): Buffer {
  const xmp = credits ? xmpSegment(credits) : null
  const segments = [
    ...(credits && xmp ? [exifSegment(1, credits), xmp] : []),
    ...(icc ? iccSegments(icc) : []),
  ]
  if (segments.length === 0) return jpeg
  const first = walkJpeg(jpeg).segments[0]
  const at = first?.marker === marker.app0 ? first.end : 2
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)])
}
