// A real mail server on the loopback that keeps what it receives.
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { photosExample } from './certificate.ts'

type Delivery = {
  readonly from: string
  readonly to: string[]
  /** The message as received. */
  readonly raw: string
  /** The user and password, and whether the connection was encrypted. */
  readonly login: string | undefined
  readonly isSecure: boolean
}

export type Smtp = Awaited<ReturnType<typeof openSmtp>>

/**
 * `port` 0 picks a free one. `recipient` returns an error to refuse an address; `accept` can delay
 * before a message is accepted; `tls` is how the connection is encrypted; `isLogin` checks a
 * password.
 */
export async function openSmtp({
  port = 0,
  tls = 'never',
  isLogin = () => true,
  recipient = () => undefined,
  accept = () => undefined,
}: {
  port?: number
  tls?: 'never' | 'starttls' | 'from the start'
  isLogin?: () => boolean
  recipient?: (address: string) => { code: number; text: string } | undefined
  accept?: () => Promise<void> | undefined
} = {}) {
  const deliveries: Delivery[] = []
  const logins = new Map<string, string>()
  let connections = 0
  let most = 0
  const options: SMTPServerOptions = {
    ...photosExample,
    secure: tls === 'from the start',
    authOptional: true,
    disabledCommands: tls === 'never' ? ['STARTTLS'] : [],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect: (_, done) => {
      most = Math.max(most, ++connections)
      done()
    },
    onClose: () => {
      connections--
    },
    onAuth: ({ username, password }, session, done) => {
      if (!isLogin()) return done(new Error(`no such user: ${username} ${password}`))
      logins.set(session.id, `${username}:${password}`)
      done(null, { user: username })
    },
    onRcptTo: ({ address }, _, done) => {
      const refusal = recipient(address)
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
    },
    onData: async (stream, { id, envelope, secure }, done) => {
      const raw = await new Response(stream as unknown as BodyInit).text()
      await accept()
      deliveries.push({
        from: envelope.mailFrom ? envelope.mailFrom.address : '',
        to: envelope.rcptTo.map(({ address }) => address),
        raw,
        login: logins.get(id),
        isSecure: secure,
      })
      done()
    },
  }
  const server = new SMTPServer(options)
  // Broken connections are checked on the other side.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  return {
    port: address.port,
    url: `${tls === 'from the start' ? 'smtps' : 'smtp'}://127.0.0.1:${address.port}`,
    deliveries,
    /** The most connections at the same time. */
    mostConnections: () => most,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The header fields of a message, unfolded, by their names in lower case. */
export function headersOf(raw: string): Map<string, string[]> {
  const fields = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  const headers = new Map<string, string[]>()
  for (const field of fields.split('\r\n')) {
    const [, name, value] = /^([\w-]+): (.*)$/.exec(field) ?? []
    if (name === undefined) throw new Error(`no header field: ${field}`)
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value!])
  }
  return headers
}

/** The decoded bodies of a multipart message, by content type. */
export function partsOf(raw: string): Record<string, string> {
  const [type] = headersOf(raw).get('content-type') ?? []
  const boundary = /boundary="([^"]+)"/.exec(type ?? '')?.[1]
  if (boundary === undefined) throw new Error('the message has no parts')
  const parts = raw.split(new RegExp(`(?:^|\\r\\n)--${RegExp.escape(boundary)}(?:--)?\\r\\n`))
  return Object.fromEntries(
    parts.slice(1, -1).map((part) => {
      const headers = headersOf(part)
      const [encoding] = headers.get('content-transfer-encoding') ?? []
      const body = part.slice(part.indexOf('\r\n\r\n') + 4).replaceAll('\r\n', '\n')
      const [type] = headers.get('content-type') ?? []
      return [type?.split(';')[0], decode(body, encoding)]
    }),
  )
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})|[^=]+/g, (text, hex: string | undefined) =>
      hex === undefined
        ? Buffer.from(text).toString('latin1')
        : String.fromCharCode(parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
