import type { RawPixels } from './encode.ts'
import { freePixels } from './free-pixels.ts'
import type { Picture } from './picture.ts'
import { profiledPng } from './profiled-png.ts'
import { loadSharp } from './sharp.ts'

/**
 * Pixels with the values of the picture's `icc`, converted if its own profile is a table. Frees the
 * given ones then.
 */
export async function inRenditionSpace(pixels: RawPixels, { table }: Picture): Promise<RawPixels> {
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
