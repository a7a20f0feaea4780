import { logInfo } from '../../core/log.ts'
import type { Library } from '../../storage/library.ts'
import { type Mailer, mailOptions, type QueuedMail } from './queued-mail.ts'

export function outboxMailer(
  library: Pick<Library, 'outbox' | 'outboxFile' | 'writeDurably'>,
  from: string,
): Mailer {
  let hasSaidSo = false
  return {
    send: async (mail) => {
      await library.writeDurably(library.outboxFile(fileName(mail)), await compose(mail, from))
      if (hasSaidSo) return
      hasSaidSo = true
      logInfo(`No mail server is configured (--smtp-url), so mail is written to ${library.outbox}.`)
    },
  }
}

/** Files are named by the time of writing; sending the same mail again overwrites its file. */
function fileName({ id, writtenAt }: QueuedMail): string {
  const time = new Date(writtenAt).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${time}Z-${id.slice(0, 8)}.eml`
}

async function compose(mail: QueuedMail, from: string): Promise<Uint8Array> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  // Not encoded, so that the link can be copied from the file: encoding would break it in two.
  const text = { raw: `${plainTextHeader}\r\n\r\n${mail.text}` }
  const { message } = await transport.sendMail({ ...mailOptions(mail, from), text })
  return new Uint8Array(message as Buffer)
}

const plainTextHeader = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit'
