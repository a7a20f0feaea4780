import { markAllStale, markBeingDeleted } from '../../catalogue/list/store.ts'
import { countPhotostream } from '../../catalogue/photostream-total.ts'
import { api, unwrap } from '../../kit/api.ts'

/** Restores photos; the lists that they return to are loaded again. @returns how many. */
export async function restorePhotos(ids: readonly string[]): Promise<number> {
  const { numItems } = await unwrap(api.trash.restore.$post({ json: { ids: [...ids] } }))
  for (const id of ids) markBeingDeleted(id, false)
  markAllStale()
  // The next grid asks again if this fails.
  countPhotostream().catch(() => undefined)
  return numItems
}

export const emptyTrash = () => unwrap(api.trash.$delete())

/** @returns how many were deleted for good. */
export async function deleteForGood(ids: readonly string[]): Promise<number> {
  const { numItems } = await unwrap(api.trash.delete.$post({ json: { ids: [...ids] } }))
  return numItems
}
