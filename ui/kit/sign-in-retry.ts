import { store } from './state/store.ts'
import { viewerAtom } from './state/viewer.ts'

/** Asks the owner to sign in again. @returns whether they did */
type SignInPrompt = () => Promise<boolean>

let prompt: SignInPrompt = () => Promise.resolve(false)
let pending: Promise<boolean> | undefined

/** Sets the function that asks for the password; its dialog is loaded when first needed. */
export function setSignInPrompt(nextPrompt: SignInPrompt): void {
  prompt = nextPrompt
}

/**
 * Sends a request of the owner. If it is refused because their session has ended (expired, password
 * changed, signed out in another tab), asks them to sign in and sends it again. Requests refused at
 * the same time share one prompt.
 *
 * @returns undefined if they did not sign in
 */
export async function sendSignedIn<T extends { readonly status: number }>(
  send: () => Promise<T>,
): Promise<T | undefined> {
  const response = await send()
  const { isOwner, isGuest } = store.get(viewerAtom)
  // If the browser is also signed in as a guest, the server then sees the guest.
  const isRefused = response.status === 401 || (response.status === 403 && isGuest)
  if (!isOwner || !isRefused) return response
  pending ??= prompt().finally(() => {
    pending = undefined
  })
  return (await pending) ? send() : undefined
}
