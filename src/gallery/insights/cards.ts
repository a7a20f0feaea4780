import type { Photo } from '../../contract/photos/photos.ts'
import type { PhotoCard } from '../../contract/site/evidence.ts'

export const cardOf = (photo: Photo): PhotoCard => {
  const { id, fileName, title, alt, originalDate, cameraName, thumbhash } = photo
  return { id, fileName, title, alt, originalDate, cameraName, thumbhash }
}
