import { timingSafeEqual } from 'node:crypto'
import { emailKey } from '../../contract/people/email-address.ts'
import type { Guest, GuestChange, NewGuest, Registration } from '../../contract/people/guests.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { hashToken, newToken } from '../../core/database/token.ts'
import type { MailQueue } from '../mail/queue.ts'
import type { Owner } from '../owner/owner.ts'
import { createGuestNames } from './guest-names.ts'
import { type GuestRow, guestStore } from './store.ts'
import { createVerificationLinks, linkMs } from './verification-links.ts'

export type Guests = ReturnType<typeof createGuests>

/** Registering makes no guest; only opening a link does, because it proves the address. */
export function createGuests(parts: {
  store: Store
  mail: Pick<MailQueue, 'enqueue' | 'flush'>
  address: () => string
  owner: Pick<Owner, 'siteName'>
  clock: Clock
}) {
  const { store, mail, clock } = parts
  const guests = guestStore(store)
  const names = createGuestNames({ ...parts, guests })
  const links = createVerificationLinks({ ...parts, guests, names })

  const present = (rowId: number): GuestRow => guests.byRowId(rowId)!

  return {
    get: (rowId: number): Guest => toGuest(present(rowId)),
    /**
     * A guest of an export, who proved the address there; one who is here already stays as they are.
     * @returns the row id.
     */
    restore: ({ name, email }: NewGuest, verifiedAt: number): Promise<number> =>
      store.write(() => {
        const key = emailKey(email)
        const guest = guests.byEmailKey(key) ?? guests.insert(email, key)
        if (guest.verified_at === null) {
          names.rename(guest, names.nameFor(guest, name), clock.now())
          guests.setVerified(guest.row_id, Math.min(verifiedAt, clock.now()))
        }
        return guest.row_id
      }),
    newBrowserToken: newToken,
    /** The response is the same whether or not the address is known. */
    register: async ({ name, email }: NewGuest, browser: string): Promise<Registration> => {
      await store.note(() => {
        guests.forget(clock.now() - linkMs)
        const guest = guests.byEmailKey(emailKey(email)) ?? guests.insert(email, emailKey(email))
        // A known address gets mail in its proven spelling, not as typed.
        links.send(guest, name, guest.verified_at === null ? email : guest.email, browser)
      })
      void mail.flush()
      return { name, email, verified: false }
    },
    /**
     * Changes the name at once; a new e-mail address takes effect when the link sent to it is
     * opened.
     * @throws AppError 409 if the name is taken or looks like the owner's.
     */
    change: async (
      rowId: number,
      { name, email }: GuestChange,
      browser: () => string,
    ): Promise<Guest> => {
      const changed = await store.write(() => {
        const guest = present(rowId)
        if (name !== undefined) {
          names.requireFree(guest, name)
          names.rename(guest, name, clock.now())
        }
        if (email !== undefined && emailKey(email) !== guest.email_key) {
          links.send(guest, name ?? guest.name, email, browser())
        }
        return toGuest(present(rowId))
      })
      void mail.flush()
      return changed
    },
    /** Reads a link without opening it. @throws AppError 400 if it is no longer valid. */
    link: (token: string) => {
      const link = links.find(token)
      const guest = present(link.guest)
      const isFollowed = link.followed_at !== null
      const { name, email } = isFollowed
        ? guest
        : { name: names.nameFor(guest, link.name), email: link.email }
      return {
        guest: link.guest,
        isFollowed,
        isRequestedBy: (browser: string): boolean =>
          link.browser_hash !== null && timingSafeEqual(link.browser_hash, hashToken(browser)),
        /** The guest, as opening the link would make it. */
        preview: { name, email, verified: false, time: new Date(0).toISOString() } satisfies Guest,
      }
    },
    /**
     * Opens a link: the first time it takes effect, after that it only identifies the guest.
     * @returns the guest's row id. @throws AppError 400 if it is no longer valid.
     */
    follow: (token: string): Promise<number> =>
      store.write(() => {
        const link = links.find(token)
        if (link.followed_at === null) {
          links.apply(present(link.guest), link)
          guests.setFollowed(hashToken(token), clock.now())
        }
        return link.guest
      }),
  }
}

const toGuest = ({ name, email, verified_at }: GuestRow): Guest => ({
  name,
  email,
  verified: verified_at !== null,
  time: new Date(verified_at ?? 0).toISOString(),
})
