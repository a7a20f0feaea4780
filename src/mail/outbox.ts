import type { Library } from '../images/library.ts'
import { type Letter, mailOptions } from './letter.ts'
import type { Mailer } from './mailer.ts'

/** Writes each letter as an .eml file, which any mail program opens. */
export function outboxMailer(
  library: Pick<Library, 'outbox' | 'outboxFile' | 'writeDurably'>,
  from: string,
): Mailer {
  let hasSaidSo = false
  return {
    send: async (letter) => {
      await library.writeDurably(library.outboxFile(fileName(letter)), await compose(letter, from))
      if (hasSaidSo) return
      hasSaidSo = true
      console.log(
        `No mail server is configured (--smtp-url), so mail is written to ${library.outbox}.`,
      )
    },
  }
}

/** By the time of writing; the same letter again is the same file. */
function fileName({ id, writtenAt }: Letter): string {
  const time = new Date(writtenAt).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${time}Z-${id.slice(0, 8)}.eml`
}

async function compose(letter: Letter, from: string): Promise<Uint8Array> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  // As it is, so that whoever reads the file can copy the link: encoded, it would be broken in two.
  const text = { raw: `${plainTextHeader}\r\n\r\n${letter.text}` }
  const { message } = await transport.sendMail({ ...mailOptions(letter, from), text })
  return new Uint8Array(message as Buffer)
}

const plainTextHeader = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit'
