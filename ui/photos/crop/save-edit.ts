import type { Edit, Photo } from '../../../src/contract/photos.ts'
import { api, unwrap } from '../../api.ts'
import { store } from '../../state/store.ts'
import { userAtom } from '../../state/viewer.ts'
import { replacePhoto } from '../list/store.ts'

/**
 * Saves the edit, or takes it away where it changes nothing, and shows the photo's new pictures
 * wherever it stands. @throws ApiError
 */
export async function saveEdit({ id, fileName }: Photo, edit: Edit): Promise<void> {
  const call = { param: { id }, json: edit }
  const changed = await unwrap(api.photos[':id'].edit.$put(call))
  replacePhoto(changed)
  // The profile picture is kept by photo: it has the new name too.
  store.set(userAtom, (user) => ({ ...user, pic: user.pic.replace(fileName, changed.fileName) }))
}

/** The address of what an edit would show; without one, of the whole unedited photo. */
export function previewAddress({ id }: Photo, edit?: Edit): string {
  const { rotation = 0, ...crop } = edit ?? {}
  const query = new URLSearchParams({ rotation: String(rotation) })
  for (const [key, value] of Object.entries(crop)) query.set(key, String(value))
  return `/api/photos/${id}/edit/preview?${query}`
}

/** The unedited photo, at about the size of a screen; one without an edit is known already. */
export const uneditedAddress = (photo: Photo): string =>
  photo.edit ? previewAddress(photo) : `/api/resizes/${photo.fileName}?w=1200`
