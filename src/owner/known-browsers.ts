import { randomUUID } from 'node:crypto'
import type { SecretKey } from '../secret-key.ts'
import type { OwnerStore } from './store.ts'

const dayMs = 86_400_000
/** How long a browser stays known after a sign-in, in ms; a new password ends it at once. */
export const knownBrowserMs = 365 * dayMs

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>

/**
 * Browsers that the owner has signed in with: their tries are counted apart, so that the guesses of
 * others lock nobody out. The cookie signs nobody in; it is bound to the present password's hash.
 */
export function createKnownBrowsers(key: SecretKey, owner: OwnerStore) {
  const signed = (id: string) => `${id} ${owner.get().password_hash}`
  const idOf = (cookie: string | undefined): string | undefined => {
    const [, id, signature] = /^([0-9a-f-]{36})\.([\w-]+)$/.exec(cookie ?? '') ?? []
    const isKnown = id && signature && key.isSigned('known browser', signed(id), signature)
    return isKnown ? id : undefined
  }
  return {
    /** The browser of this cookie; undefined unless it is known. */
    idOf,
    /** The cookie for a browser that has just signed in; a known one stays the same. */
    cookieFor: (cookie: string | undefined): string => {
      const id = idOf(cookie) ?? randomUUID()
      return `${id}.${key.sign('known browser', signed(id))}`
    },
  }
}
