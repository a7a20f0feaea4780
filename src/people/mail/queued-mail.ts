import type { SendMailOptions } from 'nodemailer'
import { readEmailAddress, smtpAddress } from '../../contract/people/email-address.ts'
import { MailError } from './mail-error.ts'
import type { Message } from './messages.ts'

/** A message with everything that stays the same each time it is sent. */
export type QueuedMail = Message & {
  readonly id: string
  /** ms since the epoch */
  readonly writtenAt: number
  /** What it is about, if it can be withdrawn. */
  readonly topic?: string
}

export type Mailer = {
  /** Resolves when the mail has been handed over. @throws MailError, or an error of the disk. */
  readonly send: (mail: QueuedMail) => Promise<void>
}

/** For a single recipient. @throws MailError */
export function mailOptions(mail: QueuedMail, sentFrom: string): SendMailOptions {
  const { id, sender, subject, text, html, writtenAt } = mail
  const { address } = readEmailAddress(mail.to)
  if (!address) throw new MailError('the recipient is not a single valid address', true)
  const to = smtpAddress(address)
  const from = smtpAddress(sentFrom)
  return {
    from: { name: sender, address: from },
    to: { name: '', address: to },
    envelope: { from, to: [to] },
    subject,
    text,
    html,
    date: new Date(writtenAt),
    // The same each time, so that mail programs show a mail that was sent twice only once.
    messageId: `<${id}@${from.split('@').at(-1)}>`,
    // Prevents out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
