import type { Clock } from '../clock.ts'
import type { Store } from '../database/open.ts'
import { hashToken, newToken } from '../database/token.ts'
import type { OwnerStore } from './store.ts'

const dayMs = 86_400_000
export const ownerSessionMs = 30 * dayMs

export type Sessions = ReturnType<typeof createSessions>

/** The browser has a 256-bit token, the database only its hash. */
export function createSessions(store: Store, owner: OwnerStore, clock: Clock) {
  return {
    start: async (): Promise<string> => {
      const token = newToken()
      await store.note(() => {
        owner.removeExpiredSessions(clock.now())
        owner.addSession(hashToken(token), 'owner', clock.now() + ownerSessionMs)
      })
      return token
    },
    isOwner: (token: string): boolean => owner.hasSession(hashToken(token), 'owner', clock.now()),
    end: (token: string) => store.note(() => owner.removeSession(hashToken(token))),
  }
}
