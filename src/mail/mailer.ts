import type { Library } from '../images/library.ts'
import type { Letter } from './letter.ts'
import { outboxMailer } from './outbox.ts'
import { smtpMailer } from './smtp.ts'

export type Mailer = {
  /** Resolves when somebody else has the letter. @throws MailError, or what the disk said. */
  readonly send: (letter: Letter) => Promise<void>
}

/** Mail by the server that is set; without one, files in the data folder's outbox. */
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
