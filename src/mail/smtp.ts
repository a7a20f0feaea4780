import type { NodemailerError } from 'nodemailer'
import { mailOptions } from './letter.ts'
import { MailError } from './mail-error.ts'
import type { Mailer } from './mailer.ts'

/** How long the server may take to be reached, and to say its next word, in ms. */
const connectionTimeout = 15_000
const socketTimeout = 60_000
/** How long a letter may take in all: a server that drips its words ends here, in ms. */
const sendTimeoutMs = 180_000

/** Sends by an SMTP server. nodemailer is loaded with the first letter. */
export function smtpMailer(url: string, from: string): Mailer {
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      // What the address says of requireTLS wins over this.
      requireTLS: needsTls(url),
      connectionTimeout,
      dnsTimeout: connectionTimeout,
      greetingTimeout: connectionTimeout,
      socketTimeout,
    })
  }
  let transport: ReturnType<typeof connect> | undefined
  return {
    send: async (letter) => {
      transport ??= connect()
      const options = mailOptions(letter, from)
      try {
        await (await transport).sendMail({ ...options, signal: AbortSignal.timeout(sendTimeoutMs) })
      } catch (error) {
        throw asMailError(error as NodemailerError)
      }
    },
  }
}

/** A password goes to another machine in cipher only, even if somebody between hides STARTTLS. */
function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url)
  return password !== '' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname)
}

/** The server's own words stay out: they tend to name the recipient. */
function asMailError({ code, name, command, responseCode, message }: NodemailerError): MailError {
  if (responseCode !== undefined) {
    const isRefused = command === 'RCPT TO' || command === 'DATA'
    const said = `the mail server answered ${responseCode} to ${command}`
    return new MailError(said, isRefused && responseCode >= 500)
  }
  const isOfConnection = command === 'CONN' || command === 'STARTTLS'
  return new MailError(isOfConnection ? message : `sending failed with ${code ?? name}`, false)
}
