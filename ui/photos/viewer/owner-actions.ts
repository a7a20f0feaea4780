import type { Photo } from '../../../src/contract/photos.ts'
import { api, unwrap } from '../../api.ts'
import { notify } from '../../state/notices.ts'
import { markBeingDeleted } from '../list/store.ts'
import { hide, publish } from '../photostream.ts'
import { changePhotostreamTotal } from '../photostream-total.ts'
import { reasonOf } from '../reason.ts'
import { texts } from './texts.ts'

/** Puts the photo into the photostream or takes it out. */
export async function togglePublic(photo: Photo): Promise<void> {
  await (photo.isPublic ? hide(photo) : publish(photo))
}

/** Deletes the photo and its files; false, and said, where that failed. */
export async function deletePhoto({ id, isPublic }: Photo): Promise<boolean> {
  markBeingDeleted(id, true)
  try {
    await unwrap(api.photos[':id'].$delete({ param: { id }, json: { removeFiles: true } }))
    if (isPublic) changePhotostreamTotal(-1)
    return true
  } catch (error) {
    markBeingDeleted(id, false)
    notify(texts.owner.deleteFailed(reasonOf(error)))
    return false
  }
}
