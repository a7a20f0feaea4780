import type { SendMailOptions } from 'nodemailer'
import { MailError } from './mail-error.ts'
import type { Message } from './messages.ts'

/** A message with what stays the same however often it is sent. */
export type Letter = Message & {
  readonly id: string
  /** ms since the epoch */
  readonly writtenAt: number
}

/** A local part and a domain, with nothing in them that ends an address or a line. */
const oneAddress = /^[^\s@,;:<>()[\]\\"\p{Cc}]+@[^\s@,;:<>()[\]\\"\p{Cc}]+$/u

/**
 * The letter in nodemailer's words, to one recipient whatever its address holds.
 * @throws MailError
 */
export function mailOptions(letter: Letter, from: string): SendMailOptions {
  const { id, sender, to, subject, text, html, writtenAt } = letter
  if (!oneAddress.test(to)) throw new MailError('its recipient is not one address', true)
  return {
    from: { name: sender, address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject,
    text,
    html,
    date: new Date(writtenAt),
    // The same each time, so that a mailbox shows a letter that was sent twice once.
    messageId: `<${id}@${from.split('@').at(-1)}>`,
    // Keeps absence notes from answering.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
