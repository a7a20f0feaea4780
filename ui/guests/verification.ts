import { replace } from 'react-router'
import { ApiError, api, unwrap } from '../api.ts'
import { paths } from '../paths.ts'
import { notify } from '../state/notices.ts'
import { refreshGuest } from './guest.ts'
import { texts } from './texts.ts'

/** What following the link of a mail came to. */
export type Verification =
  | { readonly kind: 'verified' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unanswered' }

/** What the page says once its address is without the code. */
let outcome: Verification | undefined

/**
 * Follows the link that the address carries, then leaves the code out of the address, so that it is
 * not passed on with it. While nobody answered, it stays for another try.
 */
export async function verify(code: string): Promise<Verification | Response> {
  try {
    await unwrap(api.guest.verify.$get({ query: { code } }))
    await refreshGuest()
    outcome = { kind: 'verified' }
  } catch (error) {
    notify(texts.notVerified.alert((error as Error).message))
    const refusal = error instanceof ApiError ? error.refusal : undefined
    if (!refusal || refusal.code >= 500) return { kind: 'unanswered' }
    outcome = { kind: 'refused' }
  }
  return replace(paths.guest())
}

/** Told once: the page's next visit is an ordinary one. */
export function takeOutcome(): Verification | undefined {
  const taken = outcome
  outcome = undefined
  return taken
}
