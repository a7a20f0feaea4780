// The ports and certificates of a gallery with its own domain, with a clock that can be moved.
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request as requestHttps } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { readConfig } from '../../src/core/config/config.ts'
import { openDomain } from '../../src/operations/certificates/serve-domain.ts'
import { openLibrary } from '../../src/storage/library.ts'
import { writeNewDatabase } from './new-gallery.ts'

export const domain = 'photos.example.org'

type Settings = {
  readonly data?: string
  readonly domains?: readonly string[]
  readonly acme: string
  readonly acmeRoot: string
  readonly httpPort?: number
  readonly httpsPort?: number
  /** How far the clock is from the real one, in ms. */
  readonly offset?: number
}

/** Answers every request with the visitor's address; the caller asks for the orders. */
export async function openDomainGallery(settings: Settings) {
  const { domains = [domain], acme, acmeRoot, httpPort = 0, httpsPort = 0 } = settings
  const data = settings.data ?? (await mkdtemp(join(tmpdir(), 'vitrine-test-')))
  writeNewDatabase(openLibrary(data).databasePath)
  const time = { offset: settings.offset ?? 0 }
  const flags = { data, domain: domains.join(','), acme, 'acme-root': acmeRoot }
  const config = { ...readConfig(flags, {}), httpPort, httpsPort }
  const clock = { now: () => Date.now() + time.offset, elapsed: () => performance.now() }
  const { certificates, serve } = openDomain(config, 120, clock)
  const { ports, stop } = serve((request, connection) =>
    Response.json({ address: connection.requestIP(request)?.address ?? null }),
  )
  return {
    certificates,
    data,
    ports,
    fault: certificates.fault,
    advance: (ms: number) => {
      time.offset += ms
    },
    /** Follows no redirects. */
    http: (path: string, init: RequestInit = {}) =>
      fetch(`http://127.0.0.1:${ports.http}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { Host: domain, ...(init.headers as Record<string, string>) },
      }),
    https: (ca: string, host = domain) => askHttps(ports.https, ca, host),
    /** The certificate that new visitors get, checked by its root. */
    served: (ca: string) => servedCertificate(ports.https, ca),
    close: () => stop(true),
    [Symbol.asyncDispose]: async () => {
      await stop(true)
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** The status, headers and body of a request in a connection of its own. */
function askHttps(port: number, ca: string, host: string) {
  const answer = Promise.withResolvers<{
    status: number
    headers: Record<string, string | string[] | undefined>
    text: string
  }>()
  const request = requestHttps(
    { host: '127.0.0.1', port, servername: domain, ca, agent: false, headers: { Host: host } },
    (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        answer.resolve({ status, headers, text })
      })
    },
  )
  request.on('error', answer.reject).end()
  return answer.promise
}

/** `key` is the hash by which browsers know a public key. */
export function servedCertificate(port: number, ca: string) {
  const found = Promise.withResolvers<{ serial: string; names: string; key: string }>()
  const socket = connect({ host: '127.0.0.1', port, servername: domain, ca }, () => {
    const { serialNumber, subjectaltname = '', raw } = socket.getPeerCertificate()
    socket.destroy()
    const key = new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' })
    const hash = createHash('sha256').update(key).digest('base64')
    found.resolve({ serial: serialNumber, names: subjectaltname, key: hash })
  })
  socket.on('error', found.reject)
  return found.promise
}
