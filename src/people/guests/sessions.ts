import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { hashToken, newToken } from '../../core/database/token.ts'
import { dayMs } from '../../core/time.ts'
import { guestStore } from './store.ts'

export const guestSessionMs = 365 * dayMs

export type GuestSessions = ReturnType<typeof createGuestSessions>

export function createGuestSessions({ store, clock }: { store: Store; clock: Clock }) {
  const guests = guestStore(store)
  return {
    start: async (guest: number): Promise<string> => {
      const token = newToken()
      await store.note(() => {
        guests.removeExpiredSessions(clock.now())
        guests.addSession(hashToken(token), guest, clock.now() + guestSessionMs)
      })
      return token
    },
    guestOf: (token: string): number | undefined =>
      guests.guestOfSession(hashToken(token), clock.now()),
    end: (token: string) => store.note(() => guests.removeSession(hashToken(token))),
  }
}
