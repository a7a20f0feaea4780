import { api, unwrap } from '../api.ts'
import { store } from '../state/store.ts'
import { forgetListing, loadStatus, returnErrorAtom } from './state.ts'

/** Ends the connection, or forgets a lost one. @throws ApiError */
export async function disconnect(): Promise<void> {
  store.set(returnErrorAtom, undefined)
  await unwrap(api.drive.disconnect.$post({ json: {} }))
  forgetListing()
  await loadStatus()
}
