import { decode, decodeFirst } from './decode.ts'
import { encode, type RawPixels } from './encode.ts'
import { freePixels } from './free-pixels.ts'
import type { Picture } from './picture.ts'
import { profiledPng } from './profiled-png.ts'
import { type Credits, marksAi } from './rights.ts'
import { loadSharp } from './sharp.ts'
import {
  centredPart,
  encodingFor,
  formatFor,
  type RenditionFormat,
  type RenditionVariant,
  renditionSize,
  renditions,
  renditionVariants,
  type Size,
  within,
} from './variants.ts'

type Rendition = {
  readonly variant: RenditionVariant
  readonly size: Size
  readonly format: RenditionFormat
  /** As in its key. */
  readonly no_ai: number
  readonly bytes: Uint8Array
}

/** `tiny` is for the thumbhash. */
export type Rendered = {
  readonly renditions: Rendition[]
  readonly tiny: { readonly rgba: Uint8Array; readonly size: Size }
}

/**
 * From one decode, or for a damaged file from a second one, unless it `mustBeWhole`.
 * @throws {DecodeError}
 */
export async function renderAtImport(
  picture: Picture,
  credits: Credits,
  { mustBeWhole = false } = {},
): Promise<Rendered & { readonly isDamaged: boolean }> {
  const sizes = sizesFor(picture)
  const size = covering(picture.size, Object.values(sizes))
  const { pixels, isDamaged } = mustBeWhole
    ? { pixels: await decode(picture, size, 'whole'), isDamaged: false }
    : await decodeFirst(picture, size)
  const base = await inRenditionSpace(pixels, picture)
  return { ...(await renderAll(picture, base, sizes, credits)), isDamaged }
}

/** @throws {DecodeError} */
export async function renderAtEdit(picture: Picture, credits: Credits): Promise<Rendered> {
  const sizes = sizesFor(picture)
  const pixels = await decode(picture, covering(picture.size, Object.values(sizes)))
  return renderAll(picture, await inRenditionSpace(pixels, picture), sizes, credits)
}

type Sizes = Record<RenditionVariant, Size>

const sizesFor = ({ size }: Picture) =>
  Object.fromEntries(
    renditionVariants.map((variant) => [
      variant,
      renditionSize(variant, renditions[variant].width, size),
    ]),
  ) as Sizes

async function renderAll(
  picture: Picture,
  base: RawPixels,
  sizes: Sizes,
  credits: Credits,
): Promise<Rendered> {
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
    const format = formatFor(renditions[variant].atImport, sizes[variant])
    const options = settings(picture, variant, sizes[variant], format, credits)
    const bytes = await encode(pixels[variant], format, options)
    const no_ai = marksAi(variant, credits.keepsAiOut)
    made.push({ variant, size: sizes[variant], format, no_ai, bytes })
    const small = smallSize(variant, picture.size)
    if (!small || small.width === sizes[variant].width) continue
    const smallPixels = await scaled(pixels[variant], small)
    const smallBytes = await encode(smallPixels, format, options)
    made.push({ variant, size: small, format, no_ai, bytes: smallBytes })
    freePixels(smallPixels)
  }
  const tiny = await tinyPixels(resize)
  freePixels(base, ...Object.values(pixels))
  return { renditions: made, tiny }
}

function smallSize(variant: RenditionVariant, photo: Size): Size | undefined {
  const width = renditions[variant].smallWidth
  return width === undefined ? undefined : renditionSize(variant, width, photo)
}

/** `size` is from renditionSize. */
export async function renderOne(
  picture: Picture,
  { variant, size, format }: { variant: RenditionVariant; size: Size; format: RenditionFormat },
  credits: Credits,
): Promise<Uint8Array> {
  const decoded = await decode(picture, covering(picture.size, [size]))
  const base = await inRenditionSpace(decoded, picture)
  const pixels = await scaled(base, size)
  if (pixels !== base) freePixels(base)
  const bytes = await encode(pixels, format, settings(picture, variant, size, format, credits))
  freePixels(pixels)
  return bytes
}

/** @throws {DecodeError} */
export async function renderPreview(
  picture: Picture,
  side: number,
  accepted: 'damaged' | 'whole' = 'damaged',
): Promise<Uint8Array> {
  const decoded = await decode(picture, within(picture.size, side), accepted)
  const pixels = await inRenditionSpace(decoded, picture)
  const bytes = await encode(pixels, 'jpeg', {
    ...encodingFor('jpeg', pixels),
    icc: picture.icc,
  })
  freePixels(pixels)
  return bytes
}

/** Tiles have only their colour profile, larger renditions the credits too. */
const settings = (
  picture: Picture,
  variant: RenditionVariant,
  size: Size,
  format: RenditionFormat,
  credits: Credits,
) => ({
  ...encodingFor(format, size),
  icc: picture.icc,
  credits: variant === 'thumb' ? null : credits,
})

/** The smallest size from which all of `sizes` can be cut without enlarging. */
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

async function scaled(source: RawPixels, size: Size): Promise<RawPixels> {
  if (source.width === size.width && source.height === size.height) return source
  const { data } = await (await fromRaw(source))
    .extract(centredPart(source, size))
    .resize({ width: size.width, height: size.height, fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: size.width, height: size.height, channels: 3 }
}

/** thumbhash accepts at most 100 pixels per side. */
async function tinyPixels(source: RawPixels): Promise<{ rgba: Uint8Array; size: Size }> {
  const size = within(source, 100)
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

/**
 * Pixels with the values of the picture's `icc`, converted if its own profile is a table. Frees the
 * given ones then.
 */
async function inRenditionSpace(pixels: RawPixels, { table }: Picture): Promise<RawPixels> {
  if (!table) return pixels
  const sharp = await loadSharp()
  const { width, height, channels } = pixels
  // With 16 bits sharp converts to Display P3, with 8 to sRGB, which has fewer colours.
  const data = await sharp(profiledPng(pixels, table), { limitInputPixels: false })
    .pipelineColourspace('rgb16')
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  freePixels(pixels)
  return { data, width, height, channels }
}
