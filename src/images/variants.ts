import { pictureFormats } from '../contract/photos/picture-formats.ts'
import { maxSide, resizeWidth, widthLadder } from '../contract/photos/picture-sources.ts'
import type { Variant } from '../contract/photos/variants.ts'

export type RenditionVariant = Exclude<Variant, 'original'>
export type RenditionFormat = 'jpeg' | 'webp' | 'avif'
export type Size = { readonly width: number; readonly height: number }

/** `width` and `height` are pixels; a `height` of null keeps the aspect ratio. */
type Declaration = {
  readonly width: number
  readonly height: number | null
  /** The format for browsers that accept it, instead of JPEG. */
  readonly modern: Exclude<RenditionFormat, 'jpeg'>
  readonly atImport: RenditionFormat
  /** A smaller width, in pixels, that is made at import too; others are made on demand. */
  readonly smallWidth?: number
}

export const renditions: Record<RenditionVariant, Declaration> = {
  // Most tiles of phones and small windows are 200 to 256 pixels wide; 400 has twice the bytes.
  thumb: { width: 400, height: 400, modern: 'avif', atImport: 'avif', smallWidth: 256 },
  square: { width: 1200, height: 1200, modern: 'webp', atImport: 'jpeg' },
  portrait: { width: 1080, height: 1350, modern: 'webp', atImport: 'jpeg' },
  landscape: { width: 1200, height: 628, modern: 'webp', atImport: 'jpeg' },
  resize: { width: 1200, height: null, modern: 'webp', atImport: 'webp' },
}

export const renditionVariants = Object.keys(renditions) as RenditionVariant[]

type Encoding = { readonly quality: number; readonly effort?: number }

/**
 * Chosen by measurement (scripts/bench/picture-rows.ts): WebP effort 2 is a seventh smaller than 0;
 * JPEG and WebP stay within 3 of 255 of the picture and twelve tiles within 240 KB.
 */
const encodings: Record<RenditionFormat, Encoding> = {
  jpeg: { quality: 88 },
  webp: { quality: 84, effort: 2 },
  avif: { quality: 58, effort: 0 },
}

/** Above this, in pixels, someone is waiting for a large picture: speed matters more than bytes. */
const largePixels = 2e6
/** A tenth larger than effort 2, and made in two thirds of the time. */
const largeWebp: Encoding = { ...encodings.webp, effort: 1 }

export const encodingFor = (format: RenditionFormat, { width, height }: Size): Encoding =>
  format === 'webp' && width * height > largePixels ? largeWebp : encodings[format]

/** The longest side that each format allows, in pixels. */
const longestSides: Record<RenditionFormat, number> = {
  jpeg: maxSide,
  webp: 16_383,
  avif: 16_384,
}

/** Encoding takes memory by area: 1.8 GB for the largest AVIF that its sides would allow. */
const mostPixels: Record<RenditionFormat, number> = {
  jpeg: Number.POSITIVE_INFINITY,
  webp: Number.POSITIVE_INFINITY,
  avif: 4e6,
}

/** The wanted format, or JPEG if that does not allow the size. */
export function formatFor(wanted: RenditionFormat, { width, height }: Size): RenditionFormat {
  const isPossible =
    Math.max(width, height) <= longestSides[wanted] && width * height <= mostPixels[wanted]
  return isPossible ? wanted : 'jpeg'
}

/** The same aspect ratio with at most `side` pixels per side. */
export function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) }
}

/** The default of the variant without `w`, undefined if it is not on the ladder. */
export function requestedWidth(
  variant: RenditionVariant,
  w: string | undefined,
): number | undefined {
  if (w === undefined) return renditions[variant].width
  const width = /^[1-9]\d{0,4}$/.test(w) ? Number(w) : Number.NaN
  return (widthLadder[variant] as readonly number[]).includes(width) ? width : undefined
}

/** The format named by `f`, undefined if there is no such format. */
export function namedFormat(f: string): RenditionFormat | undefined {
  const format = pictureFormats.find((format) => format === f)
  return format === 'jpg' ? 'jpeg' : format
}

/** Never enlarged, with the exact aspect ratio. `photo` is upright. */
export function renditionSize(variant: RenditionVariant, width: number, photo: Size): Size {
  const { width: declaredWidth, height: declaredHeight } = renditions[variant]
  if (declaredHeight === null) {
    const fitted = resizeWidth(width, photo)
    const height = atLeastOne((fitted * photo.height) / photo.width)
    return { width: fitted, height: Math.min(height, maxSide) }
  }
  const ratio = declaredWidth / declaredHeight
  const held = Math.min(photo.width, Math.floor(photo.height * ratio + 1e-9))
  const fitted = Math.max(1, Math.min(width, held))
  return { width: fitted, height: Math.min(photo.height, atLeastOne(fitted / ratio)) }
}

export function centredPart(photo: Size, size: Size): Size & { left: number; top: number } {
  const scale = Math.min(photo.width / size.width, photo.height / size.height)
  const width = Math.min(photo.width, atLeastOne(size.width * scale))
  const height = Math.min(photo.height, atLeastOne(size.height * scale))
  return {
    width,
    height,
    left: Math.floor((photo.width - width) / 2),
    top: Math.floor((photo.height - height) / 2),
  }
}

const atLeastOne = (pixels: number) => Math.max(1, Math.round(pixels))
