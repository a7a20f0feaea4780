/** Values of `f`, which names the format of a rendition in its address. */
export const pictureFormats = ['avif', 'webp', 'jpg'] as const
type PictureFormat = (typeof pictureFormats)[number]
type ModernFormat = Exclude<PictureFormat, 'jpg'>

/** A `<picture>`: the `modern` format if the browser supports it, otherwise the `<img>`'s JPEG. */
export type PictureAddresses = {
  readonly modern?: { readonly type: string; readonly srcSet: string }
  readonly src: string
  readonly srcSet?: string
}

/** A candidate of a srcset; its width is in pixels. */
type Step = readonly [address: string, width: number]

/** `jpegSteps` are for browsers without the modern format; `src` is the first of them. */
export const addressesIn = (
  format: ModernFormat,
  steps: readonly Step[],
  jpegSteps = steps,
): Required<PictureAddresses> => ({
  modern: { type: `image/${format}`, srcSet: srcSetIn(format, steps) },
  src: `${jpegSteps[0]![0]}&f=jpg`,
  srcSet: srcSetIn('jpg', jpegSteps),
})

const srcSetIn = (format: PictureFormat, steps: readonly Step[]): string =>
  steps.map(([address, width]) => `${address}&f=${format} ${width}w`).join(', ')

/** A photo's picture as stored for a cover or the profile; not the public original. */
const rendition = /^\/api\/(?!images)(\w+)\/\w+\.jpg$/

/** Any picture's address; only those of renditions have formats to choose from. */
export function addressesOf(picture: string): PictureAddresses {
  const folder = rendition.exec(picture)?.[1]
  if (!folder) return { src: picture }
  const format = folder === 'thumbs' ? 'avif' : 'webp'
  return {
    modern: { type: `image/${format}`, srcSet: `${picture}?f=${format}` },
    src: `${picture}?f=jpg`,
  }
}
