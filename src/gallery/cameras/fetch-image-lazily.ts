import type { FetchImage } from './fetch-image.ts'

/** Loaded with the first picture: the HTTP client takes 2 MB. */
export const fetchImageLazily: FetchImage = async (address) => {
  const { createImageFetch } = await import('./fetch-image.ts')
  return createImageFetch()(address)
}
