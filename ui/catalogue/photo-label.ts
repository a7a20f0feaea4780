import { altText } from '../../src/contract/photos/photo-facts.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'

/** Names a photo for its owner: without a title by its file, since untitled ones look alike. */
export const photoLabel = (photo: Photo): string =>
  photo.title || photo.sourceName || altText(photo)
