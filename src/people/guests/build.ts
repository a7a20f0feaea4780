import type { Store } from '../../core/database/open.ts'
import { createGuests } from './guests.ts'
import { createGuestSessions } from './sessions.ts'
import { guestStore } from './store.ts'

type Parts = Omit<Parameters<typeof createGuests>[0], 'guests'> & { store: Store }

/** Builds registration by e-mail and the guests' sessions. */
export function buildGuests(parts: Parts) {
  const guests = guestStore(parts.store)
  return {
    guests: createGuests({ ...parts, guests }),
    guestSessions: createGuestSessions(parts.store, guests, parts.clock),
  }
}
