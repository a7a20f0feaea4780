/** Values of `f`, which names the format of a rendition in its address. */
export const pictureFormats = ['avif', 'webp', 'jpg'] as const
