import type { Library } from '../../storage/library.ts'
import { outboxMailer } from './outbox.ts'
import type { Mailer } from './queued-mail.ts'
import { smtpMailer } from './smtp.ts'

/** Uses the configured mail server; without one, writes files to the outbox in the data folder. */
export function createMailer({
  smtpUrl,
  mailFrom = 'vitrine@localhost',
  library,
}: {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  library: Pick<Library, 'outbox' | 'outboxFile' | 'writeDurably'>
}): Mailer {
  return smtpUrl === undefined ? outboxMailer(library, mailFrom) : smtpMailer(smtpUrl, mailFrom)
}
