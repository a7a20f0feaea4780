import { ApiError, api, unwrap } from '../api.ts'
import { forgetCollections } from '../photos/list/store.ts'
import { setPhotostreamTotal } from '../photos/photostream-total.ts'
import { refreshViewer } from './session.ts'

/** How many photos the gallery holds. @throws ApiError */
export async function countPhotos(): Promise<number> {
  return (await unwrap(api.photos.$get({ query: { limit: '1' } }))).total
}

/**
 * Deletes every photo with its files. @returns how many there were.
 * @throws ApiError 409, with the present `total`, when there are not `count` any more.
 */
export async function deleteAllPhotos(count: number): Promise<number> {
  const { length } = await unwrap(api.photo.$delete({ json: { removeFiles: true, count } }))
  forgetCollections()
  setPhotostreamTotal(0)
  // The profile picture may have been one of them.
  await refreshViewer().catch(ignoreFailedCall)
  return length
}

/** The photos are gone, whatever the next call comes to. */
function ignoreFailedCall(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
