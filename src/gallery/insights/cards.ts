import type { PhotoCard } from '../../contract/evidence.ts'
import type { Photo } from '../../contract/photos.ts'

export const cardOf = (photo: Photo): PhotoCard => {
  const { id, fileName, title, alt, originalDate, cameraName, thumbhash } = photo
  return { id, fileName, title, alt, originalDate, cameraName, thumbhash }
}
