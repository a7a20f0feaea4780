import { timingSafeEqual } from 'node:crypto'
import { emailKey } from '../../contract/people/email-address.ts'
import type { Guest, GuestChange, NewGuest, Registration } from '../../contract/people/guests.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { hashToken, newToken } from '../../core/database/token.ts'
import { AppError } from '../../core/errors.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import { verificationMessage } from '../mail/messages.ts'
import type { MailQueue } from '../mail/queue.ts'
import type { Owner } from '../owner/owner.ts'
import { mailboxOf } from './mailbox.ts'
import { freeName, isReserved, keyOf, neutralName } from './names.ts'
import { type GuestRow, guestStore, type LinkRow } from './store.ts'

/** A link's validity, in ms; mails are counted for as long. */
export const linkMs = dayMs
const mailPauseMs = 5 * minuteMs
const mailsPerDay = 6

export type Guests = ReturnType<typeof createGuests>

/** Registering makes no guest; only opening a link does, because it proves the address. */
export function createGuests(parts: {
  store: Store
  mail: Pick<MailQueue, 'enqueue' | 'flush'>
  address: () => string
  /** No guest may be taken for the owner. */
  owner: Pick<Owner, 'siteName'>
  clock: Clock
}) {
  const { store, mail, address, owner, clock } = parts
  const guests = guestStore(store)

  const present = (rowId: number): GuestRow => guests.byRowId(rowId)!

  const maySendTo = (mailbox: string): boolean => {
    const now = clock.now()
    // Times after now are from before the clock was set back.
    const times = guests.timesSent(mailbox, now - dayMs).filter((time) => time <= now)
    const last = times.at(-1)
    return times.length < mailsPerDay && (last === undefined || last <= now - mailPauseMs)
  }
  /** Sends a link unless the mailbox has reached its limit. Inside Store.note or Store.write. */
  const sendLink = (guest: GuestRow, name: string, email: string, browser: string) => {
    const key = emailKey(email)
    const mailbox = mailboxOf(key)
    if (!maySendTo(mailbox)) return
    const token = newToken()
    const sentAt = clock.now()
    const expiresAt = sentAt + linkMs
    guests.addLink({
      tokenHash: hashToken(token),
      guest: guest.row_id,
      name,
      email,
      emailKey: key,
      mailbox,
      browserHash: hashToken(browser),
      sentAt,
      expiresAt,
    })
    const link = `${address()}/guest?code=${token}`
    mail.enqueue(
      verificationMessage({ siteName: owner.siteName(), guestName: name, email, link }),
      expiresAt,
    )
  }

  /** A guest keeps a name even if the owner takes it later; the owner's is marked. */
  const isHeldBy = (guest: GuestRow, name: string) => guest.name_key === keyOf(name)
  const isFreeFor = (guest: GuestRow) => (name: string) =>
    isHeldBy(guest, name) || !(guests.byNameKey(keyOf(name)) || isReserved(name, owner.siteName()))
  /** A reserved name is not numbered, because 'Ann 2' could be Ann. */
  const nameFor = (guest: GuestRow, name: string): string => {
    const isRefused = !isHeldBy(guest, name) && isReserved(name, owner.siteName())
    return freeName(isRefused ? neutralName(owner.siteName()) : name, isFreeFor(guest))
  }
  /** Also changes earlier links, so that none of them restores the old name. */
  const rename = (guest: GuestRow, name: string, until: number) => {
    guests.setName(guest.row_id, name, keyOf(name))
    guests.renameInLinks(guest.row_id, name, until)
  }
  /**
   * Changes the guest's address to the link's. Links to other addresses and all sign-ins end,
   * because whoever requested the change need not be the person who opened the link.
   */
  const moveTo = (guest: GuestRow, link: LinkRow) => {
    const holder = guests.byEmailKey(link.email_key)
    // Someone registered this address, but never proved that it is theirs.
    if (holder) guests.delete(holder.row_id)
    guests.endLinksElsewhere(guest.row_id, link.email_key, clock.now())
    guests.removeSessionsOf(guest.row_id)
  }
  const nameIn = (link: LinkRow) => nameFor(present(link.guest), link.name)
  const apply = (link: LinkRow) => {
    const guest = present(link.guest)
    if (link.email_key !== guest.email_key) moveTo(guest, link)
    guests.setEmail(guest.row_id, link.email, link.email_key)
    rename(guest, nameIn(link), link.sent_at)
    guests.setVerified(guest.row_id, clock.now())
  }
  /** @throws AppError 400 if it is no longer valid, or another guest has proven its address. */
  const liveLink = (token: string): LinkRow => {
    const link = guests.liveLink(hashToken(token), clock.now())
    const holder = link && guests.byEmailKey(link.email_key)
    const isHeld = holder && holder.row_id !== link.guest && holder.verified_at !== null
    if (!link || isHeld) throw new AppError(400, 'this link is no longer valid')
    return link
  }

  return {
    get: (rowId: number): Guest => toGuest(present(rowId)),
    newBrowserToken: newToken,
    /** The response is the same whether or not the address is known. */
    register: async ({ name, email }: NewGuest, browser: string): Promise<Registration> => {
      await store.note(() => {
        guests.forget(clock.now() - linkMs)
        const guest = guests.byEmailKey(emailKey(email)) ?? guests.insert(email, emailKey(email))
        // A known address gets mail in its proven spelling, not as typed.
        sendLink(guest, name, guest.verified_at === null ? email : guest.email, browser)
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
          if (!isFreeFor(guest)(name)) {
            throw new AppError(409, refusalOf(name, owner.siteName()), { field: 'name' })
          }
          rename(guest, name, clock.now())
        }
        if (email !== undefined && emailKey(email) !== guest.email_key) {
          sendLink(guest, name ?? guest.name, email, browser())
        }
        return toGuest(present(rowId))
      })
      void mail.flush()
      return changed
    },
    /** Without opening it. @throws AppError 400 if it is no longer valid. */
    link: (token: string) => {
      const link = liveLink(token)
      const isFollowed = link.followed_at !== null
      const { name, email } = isFollowed ? present(link.guest) : { ...link, name: nameIn(link) }
      return {
        guest: link.guest,
        isFollowed,
        isAskedForBy: (browser: string): boolean =>
          link.browser_hash !== null && timingSafeEqual(link.browser_hash, hashToken(browser)),
        shown: { name, email, verified: false, time: new Date(0).toISOString() } satisfies Guest,
      }
    },
    /**
     * Opens a link: the first time it takes effect, after that it only identifies the guest.
     * @returns the guest's row id. @throws AppError 400 if it is no longer valid.
     */
    follow: (token: string): Promise<number> =>
      store.write(() => {
        const link = liveLink(token)
        if (link.followed_at === null) {
          apply(link)
          guests.setFollowed(hashToken(token), clock.now())
        }
        return link.guest
      }),
  }
}

const refusalOf = (name: string, siteName: string) =>
  isReserved(name, siteName)
    ? 'this name is too similar to the owner’s; choose another one'
    : 'this name is already taken; choose another one'

const toGuest = ({ name, email, verified_at }: GuestRow): Guest => ({
  name,
  email,
  verified: verified_at !== null,
  time: new Date(verified_at ?? 0).toISOString(),
})
