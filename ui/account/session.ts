import { errorTexts } from '../../src/contract/vocabulary.ts'
import { ApiError, api, errorText, unwrap } from '../api.ts'
import { forgetCollections } from '../photos/list/store.ts'
import { mayBeImportingAtom } from '../state/background-work.ts'
import { noticesAtom } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { userAtom, viewerAtom } from '../state/viewer.ts'

/**
 * Asks the server who is signed in and updates the interface, without a page load.
 * @throws ApiError
 */
export async function refreshViewer(): Promise<void> {
  const [{ authenticated }, user] = await Promise.all([
    unwrap(api.loggedin.$get()),
    unwrap(api.user.$get()),
  ])
  const isChanged = store.get(viewerAtom).isOwner !== authenticated
  store.set(userAtom, user)
  store.set(viewerAtom, (viewer) => ({ ...viewer, isOwner: authenticated }))
  if (!isChanged) return
  // Lists and notices may contain what the previous viewer could see.
  forgetCollections()
  store.set(noticesAtom, [])
  store.set(mayBeImportingAtom, authenticated)
}

export function refusalText(error: unknown): string {
  const isWrong = error instanceof ApiError && error.refusal?.code === 401
  return isWrong ? errorTexts.incorrectPassword : errorText(error)
}
