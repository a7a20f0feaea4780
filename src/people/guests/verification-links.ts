import { emailKey } from '../../contract/people/email-address.ts'
import type { Clock } from '../../core/clock.ts'
import { hashToken, newToken } from '../../core/database/token.ts'
import { AppError } from '../../core/errors.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import { verificationMessage } from '../mail/messages.ts'
import type { MailQueue } from '../mail/queue.ts'
import type { Owner } from '../owner/owner.ts'
import type { GuestNames } from './guest-names.ts'
import type { GuestRow, GuestStore, LinkRow } from './store.ts'

/** A link's validity, in ms; mails are counted for as long. */
export const linkMs = dayMs
const mailPauseMs = 5 * minuteMs
const mailsPerDay = 6

/** The links that prove a guest's address. Writes belong inside Store.write or Store.note. */
export function createVerificationLinks(parts: {
  guests: GuestStore
  names: GuestNames
  mail: Pick<MailQueue, 'enqueue'>
  address: () => string
  owner: Pick<Owner, 'siteName'>
  clock: Clock
}) {
  const { guests, names, mail, address, owner, clock } = parts

  const maySendTo = (mailbox: string): boolean => {
    const now = clock.now()
    // Times after now were stored before the clock was set back.
    const times = guests.timesSent(mailbox, now - dayMs).filter((time) => time <= now)
    const last = times.at(-1)
    return times.length < mailsPerDay && (last === undefined || last <= now - mailPauseMs)
  }

  return {
    /** Sends a link unless the mailbox has reached its limit. */
    send: (guest: GuestRow, name: string, email: string, browser: string): void => {
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
    },
    /** @throws AppError 400 if it is no longer valid, or another guest has proven its address. */
    find: (token: string): LinkRow => {
      const link = guests.liveLink(hashToken(token), clock.now())
      const holder = link && guests.byEmailKey(link.email_key)
      const isHeld = holder && holder.row_id !== link.guest && holder.verified_at !== null
      if (!link || isHeld) throw new AppError(400, 'this link is no longer valid')
      return link
    },
    /** The guest gets the link's name and address, and is verified. */
    apply: (guest: GuestRow, link: LinkRow): void => {
      if (link.email_key !== guest.email_key) vacateAddress(guest, link, guests, clock.now())
      guests.setEmail(guest.row_id, link.email, link.email_key)
      names.rename(guest, names.nameFor(guests.byRowId(guest.row_id)!, link.name), link.sent_at)
      guests.setVerified(guest.row_id, clock.now())
    },
  }
}

/**
 * Before the guest's address changes to the link's: links to other addresses and all sign-ins end,
 * because the person who requested the change need not be the one who opened the link.
 */
function vacateAddress(guest: GuestRow, link: LinkRow, guests: GuestStore, now: number): void {
  const holder = guests.byEmailKey(link.email_key)
  // Someone registered this address, but never proved that it is theirs.
  if (holder) guests.delete(holder.row_id)
  guests.endLinksElsewhere(guest.row_id, link.email_key, now)
  guests.removeSessionsOf(guest.row_id)
}

/** Google ignores dots in these. */
const gmailDomains = ['gmail.com', 'googlemail.com']

/** The mailbox that mail limits count by; guests are identified by the full address. */
function mailboxOf(emailKey: string): string {
  const at = emailKey.lastIndexOf('@')
  const domain = emailKey.slice(at + 1)
  const name = emailKey.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return gmailDomains.includes(domain)
    ? `${name.replaceAll('.', '')}@${gmailDomains[0]}`
    : `${name}@${domain}`
}
