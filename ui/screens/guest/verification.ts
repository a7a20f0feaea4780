import { atom } from 'jotai'
import { replace } from 'react-router'
import type { Guest } from '../../../src/contract/people/guests.ts'
import { loadGuest, refreshGuest } from '../../features/registration/state.ts'
import { texts } from '../../features/registration/texts.ts'
import type { Wish } from '../../features/registration/wish.ts'
import { ApiError, api, codeAndMessage, unwrap } from '../../kit/api.ts'
import { paths } from '../../kit/paths.ts'
import { notify } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { fulfilWishes } from './fulfil-wishes.ts'

/** The result of opening the link in an e-mail. */
export type Verification =
  | { readonly kind: 'refused' | 'unreachable' }
  /** `wishes` are what the guest wanted before registering, and what was done now. */
  | { readonly kind: 'verified'; readonly wishes: readonly Wish[] }
  /** Registered in another browser: the guest must confirm before signing in here. */
  | { readonly kind: 'unconfirmed'; readonly code: string; readonly guest: Guest }

/** Shown once the code is removed from the address. */
const outcomeAtom = atom<Verification | undefined>(undefined)

/**
 * Verifies the code in the address, then removes it so that it is not shared by accident. It stays
 * until the server has responded and, if necessary, the guest has confirmed.
 */
export async function verify(code: string): Promise<Verification | Response> {
  try {
    const guest = await unwrap(api.guest.verify.$get({ query: { code } }))
    if (!guest.verified) {
      await loadGuest()
      return { kind: 'unconfirmed', code, guest }
    }
    await finish(guest)
  } catch (error) {
    const failed = failure(error)
    if (failed.kind === 'unreachable') return failed
    store.set(outcomeAtom, failed)
  }
  return replace(paths.guest())
}

/** Verifies the guest after a click. @returns whether the server has responded. */
export async function confirm(code: string): Promise<boolean> {
  try {
    await finish(await unwrap(api.guest.verify.$post({ json: { code } })))
    return true
  } catch (error) {
    const failed = failure(error)
    if (failed.kind === 'refused') store.set(outcomeAtom, failed)
    return failed.kind === 'refused'
  }
}

/** The guest is signed in: the other tabs hear of it after the like, so that they show it too. */
async function finish({ email }: Guest): Promise<void> {
  const wishes = await fulfilWishes(email)
  await refreshGuest()
  store.set(outcomeAtom, { kind: 'verified', wishes })
}

function failure(error: unknown): Verification {
  notify(texts.notVerified.alert(codeAndMessage(error)))
  const refusal = error instanceof ApiError ? error.refusal : undefined
  // 400 is an invalid link; anything else may be retried.
  return { kind: refusal?.code === 400 ? 'refused' : 'unreachable' }
}

/** Returns the outcome only once; the next visit shows the ordinary page. */
export function takeOutcome(): Verification | undefined {
  const outcome = store.get(outcomeAtom)
  store.set(outcomeAtom, undefined)
  return outcome
}
