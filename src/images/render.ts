import { adobeRgbCompatibleProfile, iccProfileOf, profileKind } from './colour.ts'
import { encode, type RawPixels } from './encode.ts'
import { type JpegStructure, walkJpeg } from './jpeg.ts'
import { loadSharp } from './sharp.ts'
import {
  centredPart,
  encoding,
  type RenditionFormat,
  type RenditionVariant,
  renditionSize,
  renditions,
  renditionVariants,
  type Size,
} from './variants.ts'

/** A decode of a 100-megapixel progressive file takes about 10 s on a small machine. */
const decodeTimeoutSeconds = 120

/** A whole JPEG in memory, with what its pixels need to be shown right. */
export type Picture = {
  readonly bytes: Uint8Array
  /** The profile its renditions carry; null for sRGB, which needs none. */
  readonly icc: Uint8Array | null
  /** True when decoding must convert by the file's own profile (CMYK, Lab). */
  readonly mustConvert: boolean
  /** Upright pixels. */
  readonly size: Size
}

/** Whose photo it is, as its renditions say. */
export type Credits = { readonly creator: string | null; readonly copyright: string | null }

export type Rendition = {
  readonly variant: RenditionVariant
  readonly size: Size
  readonly format: RenditionFormat
  readonly bytes: Uint8Array
}

/** `orientation` is EXIF's, 1 to 8; `isAdobeRgb` says that EXIF alone marks the file as Adobe RGB. */
export function pictureOf(
  bytes: Uint8Array,
  orientation: number,
  isAdobeRgb: boolean,
  structure: JpegStructure = walkJpeg(bytes),
): Picture {
  const { width, height, components } = structure.frame
  const embedded = iccProfileOf(bytes, structure)
  const kind = embedded ? profileKind(embedded) : 'srgb'
  const kept = kind === 'rgb' && components === 3 ? embedded : null
  return {
    bytes,
    icc: kept ?? (isAdobeRgb && !embedded && components === 3 ? adobeRgbCompatibleProfile() : null),
    mustConvert: components === 4 || kind === 'other',
    size: orientation >= 5 ? { width: height, height: width } : { width, height },
  }
}

/**
 * Everything that is made when a photo comes in, from one decode: the five renditions and small
 * RGBA pixels for the thumbhash. `warnings` is what the decoder said of a file it could still read.
 */
export async function renderAtImport(
  picture: Picture,
  credits: Credits,
): Promise<{
  renditions: Rendition[]
  tiny: { rgba: Uint8Array; size: Size }
  warnings: string[]
}> {
  const warnings: string[] = []
  const sizes = Object.fromEntries(
    renditionVariants.map((variant) => [
      variant,
      renditionSize(variant, renditions[variant].width, picture.size),
    ]),
  ) as Record<RenditionVariant, Size>
  const base = await decode(picture, covering(picture.size, Object.values(sizes)), warnings)
  const resize = await scaled(base, sizes.resize)
  const square = await scaled(base, sizes.square)
  const pixels: Record<RenditionVariant, RawPixels> = {
    resize,
    square,
    portrait: await scaled(base, sizes.portrait),
    landscape: await scaled(covers(resize, sizes.landscape) ? resize : base, sizes.landscape),
    thumb: await scaled(square, sizes.thumb),
  }
  const made: Rendition[] = []
  for (const variant of renditionVariants) {
    const format = renditions[variant].atImport
    const bytes = await encode(pixels[variant], format, settings(picture, variant, format, credits))
    made.push({ variant, size: sizes[variant], format, bytes })
  }
  return { renditions: made, tiny: await tinyPixels(resize), warnings }
}

/** One rendition made on demand. `size` is what renditionSize answered for the picture. */
export async function renderOne(
  picture: Picture,
  { variant, size, format }: { variant: RenditionVariant; size: Size; format: RenditionFormat },
  credits: Credits,
): Promise<Uint8Array> {
  const base = await decode(picture, covering(picture.size, [size]), [])
  const pixels = await scaled(base, size)
  return encode(pixels, format, settings(picture, variant, format, credits))
}

/** Tiles carry their colours alone; what is shown larger says whose it is. */
const settings = (
  picture: Picture,
  variant: RenditionVariant,
  format: RenditionFormat,
  credits: Credits,
) => ({
  ...encoding[format],
  icc: picture.icc,
  credits: variant === 'thumb' ? null : credits,
})

/** The smallest size of the whole photo from which all of `sizes` can be cut without enlarging. */
function covering(photo: Size, sizes: Size[]): Size {
  const scale = Math.min(
    1,
    Math.max(
      ...sizes.map((size) => Math.max(size.width / photo.width, size.height / photo.height)),
    ),
  )
  return {
    width: Math.min(photo.width, Math.max(1, Math.ceil(photo.width * scale - 1e-6))),
    height: Math.min(photo.height, Math.max(1, Math.ceil(photo.height * scale - 1e-6))),
  }
}

const covers = (whole: Size, part: Size) => whole.width >= part.width && whole.height >= part.height

/**
 * The whole photo, upright, as three 8-bit channels in its own colour space. A tagged RGB file is
 * read without its profile, so that its numbers stay what they are.
 */
async function decode(picture: Picture, size: Size, warnings: string[]): Promise<RawPixels> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(picture.bytes, {
    ignoreIcc: !picture.mustConvert,
    failOn: 'truncated',
    limitInputPixels: false,
  })
    .on('warning', (warning: string) => warnings.push(warning))
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .resize({ ...size, fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: 3 }
}

/** The centred part of `source` that has the shape of `size`, in that size. */
async function scaled(source: RawPixels, size: Size): Promise<RawPixels> {
  if (source.width === size.width && source.height === size.height) return source
  const { data } = await (await fromRaw(source))
    .extract(centredPart(source, size))
    .resize({ width: size.width, height: size.height, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: size.width, height: size.height, channels: 3 }
}

/** At most 100 pixels a side, which is what thumbhash takes. */
async function tinyPixels(source: RawPixels): Promise<{ rgba: Uint8Array; size: Size }> {
  const scale = Math.min(1, 100 / Math.max(source.width, source.height))
  const size = {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  }
  const rgba = await (await fromRaw(source))
    .resize({ ...size, fit: 'fill' })
    .ensureAlpha()
    .raw()
    .toBuffer()
  return { rgba, size }
}

async function fromRaw({ data, width, height, channels }: RawPixels) {
  const sharp = await loadSharp()
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}
