/** Path segments after /api, by variant. */
export const variantPaths = {
  thumb: 'thumbs',
  square: 'squares',
  portrait: 'portraits',
  landscape: 'landscapes',
  resize: 'resizes',
  original: 'images',
} as const
export type Variant = keyof typeof variantPaths
