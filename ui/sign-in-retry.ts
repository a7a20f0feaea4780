import { store } from './state/store.ts'
import { viewerAtom } from './state/viewer.ts'

/** Asks the owner to sign in again; whether they are signed in then. */
type AskToSignIn = () => Promise<boolean>

let ask: AskToSignIn = () => Promise.resolve(false)
let asked: Promise<boolean> | undefined

/** Sets what asks for the password: the dialog is loaded when it is first needed. */
export function setSignInPrompt(asking: AskToSignIn): void {
  ask = asking
}

/**
 * Sends a request of the owner. If it is refused because their session has ended, by its age, by a
 * new password or in another tab, asks them to sign in and sends it once more. Requests refused at
 * the same time share one question.
 *
 * @returns undefined where they would not sign in.
 */
export async function whileSignedIn<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer | undefined> {
  const answer = await send()
  const { isOwner, isGuest } = store.get(viewerAtom)
  // In a browser that is also signed in as a guest, the server sees the guest that is left.
  const isRefused = answer.status === 401 || (answer.status === 403 && isGuest)
  if (!isOwner || !isRefused) return answer
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return (await asked) ? send() : undefined
}
