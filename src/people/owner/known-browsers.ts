import { randomUUID } from 'node:crypto'
import type { Store } from '../../core/database/open.ts'
import type { SecretKey } from '../../core/secret-key.ts'
import { dayMs } from '../../core/time.ts'
import { ownerStore } from './store.ts'

/** How long a browser stays known, in ms; a new password ends it at once. */
export const knownBrowserMs = 365 * dayMs

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Attempts of known browsers are counted separately, so that others' guesses do not lock the owner
 * out. The cookie does not sign anyone in; it is bound to the hash of the current password.
 */
export function createKnownBrowsers({
  store,
  secretKey: key,
}: {
  store: Store
  secretKey: SecretKey
}) {
  const owner = ownerStore(store)
  const signed = (id: string) => `${id} ${owner.get().password_hash}`
  const idOf = (cookie: string | undefined): string | undefined => {
    const [, id, signature] = /^([0-9a-f-]{36})\.([\w-]+)$/.exec(cookie ?? '') ?? []
    const isKnown = id && signature && key.isSigned('known browser', signed(id), signature)
    return isKnown ? id : undefined
  }
  return {
    idOf,
    /** The cookie for a browser that has just signed in; a known one keeps its cookie. */
    cookieFor: (cookie: string | undefined): string => {
      const id = idOf(cookie) ?? randomUUID()
      return `${id}.${key.sign('known browser', signed(id))}`
    },
  }
}
