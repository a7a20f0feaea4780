import { atom } from 'jotai'
import { replace } from 'react-router'
import type { Guest } from '../../src/contract/guests.ts'
import { ApiError, api, codeAndMessage, unwrap } from '../api.ts'
import { paths } from '../paths.ts'
import { notify } from '../state/notices.ts'
import { store } from '../state/store.ts'
import { loadGuest, refreshGuest } from './state.ts'
import { texts } from './texts.ts'

/** What following the link of a mail came to. */
export type Verification =
  | { readonly kind: 'verified' | 'refused' | 'unanswered' }
  /** Another browser registered: whether to become this guest here is for a person to say. */
  | { readonly kind: 'unconfirmed'; readonly code: string; readonly guest: Guest }

/** What the page says once its address is without the code. */
const outcomeAtom = atom<Verification | undefined>(undefined)

/**
 * Follows the link that the address carries, then leaves the code out of the address, so that it is
 * not passed on with it. It stays until there is an answer, of the server and of the person.
 */
export async function verify(code: string): Promise<Verification | Response> {
  try {
    const guest = await unwrap(api.guest.verify.$get({ query: { code } }))
    if (!guest.verified) {
      await loadGuest()
      return { kind: 'unconfirmed', code, guest }
    }
    await refreshGuest()
    store.set(outcomeAtom, { kind: 'verified' })
  } catch (error) {
    const failed = failure(error)
    if (failed.kind === 'unanswered') return failed
    store.set(outcomeAtom, failed)
  }
  return replace(paths.guest())
}

/** Follows the link after a click. @returns whether there was an answer, which the page then shows. */
export async function confirm(code: string): Promise<boolean> {
  try {
    await unwrap(api.guest.verify.$post({ json: { code } }))
    await refreshGuest()
    store.set(outcomeAtom, { kind: 'verified' })
    return true
  } catch (error) {
    const failed = failure(error)
    if (failed.kind === 'refused') store.set(outcomeAtom, failed)
    return failed.kind === 'refused'
  }
}

function failure(error: unknown): Verification {
  notify(texts.notVerified.alert(codeAndMessage(error)))
  const refusal = error instanceof ApiError ? error.refusal : undefined
  // A dead link is a 400; what is asked too often, or fails, may be tried again.
  return { kind: refusal?.code === 400 ? 'refused' : 'unanswered' }
}

/** Told once: the page's next visit is an ordinary one. */
export function takeOutcome(): Verification | undefined {
  const taken = store.get(outcomeAtom)
  store.set(outcomeAtom, undefined)
  return taken
}
