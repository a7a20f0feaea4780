import { forgetListing, loadStatus, returnErrorAtom } from '../../../features/drive-import/state.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { store } from '../../../kit/state/store.ts'

/** Ends the connection, or forgets a lost one. @throws ApiError */
export async function disconnect(): Promise<void> {
  store.set(returnErrorAtom, undefined)
  await unwrap(api.drive.disconnect.$post({ json: {} }))
  forgetListing()
  await loadStatus()
}
