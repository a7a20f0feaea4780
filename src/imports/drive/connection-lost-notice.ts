import type { Clock } from '../../core/clock.ts'
import { connectionLostMessage } from '../../people/mail/messages.ts'
import type { MailQueue } from '../../people/mail/queue.ts'
import type { Owner } from '../../people/owner/owner.ts'
import type { DriveStore } from './store.ts'

export const refusedByGoogle =
  'Google no longer accepts this connection. It was revoked, or it expired after 7 days because the ' +
  'app is still in testing (publish the app to avoid this).'
export const wrongSecretKey =
  'The connection was encrypted with a different secret.key (was a backup restored?).'
export const withAdvice = (reason: string) => `${reason} Connect again.`

/** After a week, the owner has seen it on the Drive screen. */
const mailMs = 7 * 24 * 60 * 60_000

export type ConnectionLostNotice = ReturnType<typeof createConnectionLostNotice>

/**
 * Mails the owner, at the address of their Google account, that the connection was lost: sources
 * also run while the owner is away. It is sent once, because a lost connection cannot be lost again.
 */
export function createConnectionLostNotice(parts: {
  rows: DriveStore
  mail: Pick<MailQueue, 'enqueue' | 'flush'>
  /** The address of the gallery. */
  address: () => string
  owner: Pick<Owner, 'siteName'>
  clock: Clock
}) {
  const { rows, mail, address, owner, clock } = parts
  return {
    /** Inside the transaction that forgets the connection; call `send` after it. */
    enqueue: (reason: string): void => {
      const { account: email } = rows.get()
      if (email === null || !rows.hasSources()) return
      const link = `${address()}/account/drive`
      mail.enqueue(
        connectionLostMessage({ siteName: owner.siteName(), email, reason, link }),
        clock.now() + mailMs,
      )
    },
    send: (): void => void mail.flush(),
  }
}
