import type { Photo } from './photos.ts'
import { variantPaths } from './variants.ts'

export type AspectClass = 'landscape' | 'square' | 'portrait'

/** The shape that a photo is cropped to where it cannot be shown whole. */
export function aspectClass({ width, height }: Pick<Photo, 'width' | 'height'>): AspectClass {
  const ratio = width / height
  if (ratio >= 1.25) return 'landscape'
  return ratio >= 0.8 ? 'square' : 'portrait'
}

/** The address of a photo's picture in the variant of its aspect class. */
export const shapedPicture = (photo: Pick<Photo, 'fileName' | 'width' | 'height'>): string =>
  `/api/${variantPaths[aspectClass(photo)]}/${photo.fileName}`
