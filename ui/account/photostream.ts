import { api, unwrap } from '../api.ts'
import { photostreamAlbum } from '../photos/photostream.ts'

/** Shows a photo to everybody; makes the photostream's album where there is none. @throws ApiError */
export async function addToPhotostream(photoId: string): Promise<void> {
  const id = await photostreamAlbum()
  await unwrap(api.albums[':id'].photos.add.$put({ param: { id }, json: { photoIds: [photoId] } }))
}
