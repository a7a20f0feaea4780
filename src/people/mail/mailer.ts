import type { Library } from '../../storage/library.ts'
import type { Letter } from './letter.ts'
import { outboxMailer } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

export type Mailer = {
  /** Resolves when the letter has been handed over. @throws MailError, or an error of the disk. */
  readonly send: (letter: Letter) => Promise<void>
}

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
