import { errorTexts } from '../../../src/contract/people/passwords.ts'
import { forgetCollections } from '../../catalogue/list/store.ts'
import { forgetPending } from '../../features/versions/pending.ts'
import { ApiError, api, codeAndMessage, errorText, unwrap } from '../../kit/api.ts'
import { mayBeImportingAtom } from '../../kit/state/background-work.ts'
import { noticesAtom, notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { userAtom, viewerAtom } from '../../kit/state/viewer.ts'
import { texts } from './texts.ts'

/**
 * Asks the server who is signed in and updates the interface, without a page load.
 * @throws ApiError
 */
export async function refreshViewer(): Promise<void> {
  const [signedIn, user] = await Promise.allSettled([
    unwrap(api.loggedin.$get()),
    unwrap(api.user.$get()),
  ])
  if (signedIn.status === 'rejected') throw signedIn.reason
  const { authenticated } = signedIn.value
  const isChanged = store.get(viewerAtom).isOwner !== authenticated
  store.set(viewerAtom, (viewer) => ({ ...viewer, isOwner: authenticated }))
  if (isChanged) {
    // Lists and notices may contain what the previous viewer could see.
    forgetCollections()
    forgetPending()
    store.set(noticesAtom, [])
    store.set(mayBeImportingAtom, authenticated)
  }
  // Without it, the screens keep the profile that came with the page.
  if (user.status === 'rejected') throw user.reason
  store.set(userAtom, user.value)
}

/** Does the same after a change that was saved. @returns false, with a notice, if it failed. */
export async function reloadViewer(): Promise<boolean> {
  try {
    await refreshViewer()
    return true
  } catch (error) {
    notify(texts.login.userNotLoaded(codeAndMessage(error)))
    return false
  }
}

export function refusalText(error: unknown): string {
  const isWrong = error instanceof ApiError && error.refusal?.code === 401
  return isWrong ? errorTexts.incorrectPassword : errorText(error)
}
