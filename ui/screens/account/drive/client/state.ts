import { atom } from 'jotai'
import type {
  GoogleClient,
  GoogleClientChange,
} from '../../../../../src/contract/imports/google-client.ts'
import {
  driveStatusAtom,
  forgetListing,
  loadStatus,
  returnErrorAtom,
} from '../../../../features/drive-import/state.ts'
import { api, ignoreApiError, signedIn, unwrap } from '../../../../kit/api.ts'
import { store } from '../../../../kit/state/store.ts'

/** The OAuth client, kept while other screens are shown. */
export const googleClientAtom = atom<GoogleClient | undefined>(undefined)

/** @throws ApiError */
export async function loadClient(): Promise<void> {
  store.set(googleClientAtom, await unwrap(signedIn(() => api.drive.client.$get())))
}

/** Saves a client, or removes it. @throws ApiError if nothing was changed */
export async function changeClient(change: GoogleClientChange | undefined): Promise<void> {
  store.set(returnErrorAtom, undefined)
  const wasConnected = store.get(driveStatusAtom)?.authenticated
  const client = await unwrap(
    change ? api.drive.client.$put({ json: change }) : api.drive.client.$delete(),
  )
  store.set(googleClientAtom, client)
  if (wasConnected) forgetListing()
  await loadStatus().catch(ignoreApiError)
}
