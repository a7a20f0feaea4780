import type { NodemailerError } from 'nodemailer'
import { smtpAddress } from '../../contract/people/email-address.ts'
import { MailError } from './mail-error.ts'
import { type Mailer, mailOptions } from './queued-mail.ts'

/** For connecting and between responses, in ms. */
const connectionTimeout = 15_000
const socketTimeout = 60_000
/** For a whole mail, in ms: ends a server that responds too slowly. */
const sendTimeoutMs = 180_000

/** nodemailer is loaded with the first mail. */
export function smtpMailer(url: string, from: string): Mailer {
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      // requireTLS in the URL takes precedence.
      requireTLS: needsTls(url),
      connectionTimeout,
      dnsTimeout: connectionTimeout,
      greetingTimeout: connectionTimeout,
      socketTimeout,
    })
  }
  let transport: ReturnType<typeof connect> | undefined
  return {
    send: async (mail) => {
      transport ??= connect()
      const options = mailOptions(mail, from)
      try {
        await (await transport).sendMail({ ...options, signal: AbortSignal.timeout(sendTimeoutMs) })
      } catch (error) {
        throw asMailError(error as NodemailerError, !isAscii(mail.to))
      }
    },
  }
}

/** Passwords are sent to other machines over TLS only, even if an attacker hides STARTTLS. */
function needsTls(url: string): boolean {
  const { password, hostname } = new URL(url)
  return password !== '' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname)
}

/** A name of other letters needs a mail server with SMTPUTF8 (RFC 6531); a domain has an ASCII form. */
const isAscii = (address: string) => /^[\0-\x7f]*$/.test(smtpAddress(address))

/** Without the server's message, which often names the recipient. */
function asMailError(
  { code, name, command, responseCode, message }: NodemailerError,
  isInternational: boolean,
): MailError {
  if (responseCode !== undefined) {
    const isOfAddress = command === 'RCPT TO' || (isInternational && command === 'MAIL FROM')
    const isRefused = isOfAddress || command === 'DATA'
    const responded = `the mail server responded to ${command} with ${responseCode}`
    const text =
      isInternational && isOfAddress
        ? `${responded}; it may not send to names with letters such as ü before the @ (SMTPUTF8)`
        : responded
    return new MailError(text, isRefused && responseCode >= 500)
  }
  const isOfConnection = command === 'CONN' || command === 'STARTTLS'
  return new MailError(isOfConnection ? message : `sending failed with ${code ?? name}`, false)
}
