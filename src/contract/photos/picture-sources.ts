import type { Photo } from './photos.ts'
import { addressesIn, type PictureAddresses } from './picture-formats.ts'
import type { Variant } from './variants.ts'

/** Widths that `w` may name, in pixels, ascending. */
export const widthLadder = {
  thumb: [200, 256, 400],
  square: [200, 400, 800, 1200, 1600],
  portrait: [200, 400, 800, 1200, 1600],
  landscape: [200, 400, 800, 1200, 1600],
  resize: [200, 400, 800, 1200, 1600, 2400, 3200],
} as const satisfies Record<Exclude<Variant, 'original'>, readonly number[]>

/** The longest side of a JPEG that libjpeg reads or writes, in pixels. */
export const maxSide = 65_500

/** In the photo's own aspect ratio, never enlarged and never taller than a JPEG can be. */
export function resizeWidth(asked: number, photo: { width: number; height: number }): number {
  const tallest = Math.floor((maxSide * photo.width) / photo.height)
  return Math.max(1, Math.min(asked, photo.width, tallest))
}

export type PictureSources = Required<PictureAddresses> & { readonly sizes: string }

/** The heights are those of ui/screens/photo/photo-page.css.ts. */
export function pictureSources(
  photo: Pick<Photo, 'fileName' | 'width' | 'height'>,
): PictureSources {
  const { fileName, width, height } = photo
  const path = `/api/resizes/${fileName}`
  // Steps beyond the first one that reaches the photo's size would give the same picture.
  const most = resizeWidth(Number.POSITIVE_INFINITY, photo)
  const largest = widthLadder.resize.findIndex((step) => step >= most)
  const ladder = largest < 0 ? widthLadder.resize : widthLadder.resize.slice(0, largest + 1)
  const steps = ladder.map((step) => [`${path}?w=${step}`, Math.min(step, most)] as const)
  const ratio = (width / height).toFixed(4)
  return {
    ...addressesIn('webp', steps),
    // Programs that know no srcset, such as search engines, get the usual size.
    src: `${path}?f=jpg`,
    sizes: `(max-width: 819px) min(100vw, 64vh * ${ratio}), (max-height: 639px) min(100vw - 128px, (100vh - 200px) * ${ratio}), min(100vw - 128px, (100vh - 280px) * ${ratio})`,
  }
}
