import type { ExportedAlbum } from '../../contract/exports/exported-gallery.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Photos } from '../../gallery/photos/photos.ts'

/** The address here of a chosen picture; undefined if there is none. */
export function addressOfPicture(
  picture: ExportedAlbum['cover'],
  newPhotoOf: (id: string) => string | undefined,
  photos: Pick<Photos, 'find'>,
): string | undefined {
  if (picture === null) return undefined
  if ('address' in picture) return picture.address
  const photo = newPhotoOf(picture.photo)
  const fileName = photo && photos.find(photo, ownerViewer)?.fileName
  return fileName ? picture.folder + fileName : undefined
}
