import { api, unwrap } from '../api.ts'
import { forgetListing, loadStatus } from './state.ts'

/** Ends the connection, or forgets a lost one. @throws ApiError */
export async function disconnect(): Promise<void> {
  await unwrap(api.drive.disconnect.$post({ json: {} }))
  forgetListing()
  await loadStatus()
}
