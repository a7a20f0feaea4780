import type { Connection } from '../../http/env.ts'
import type { Certificate } from './certificate-files.ts'
import { asksForProof, type Proofs } from './proofs.ts'
import { createRelay, type End, type Target } from './relay.ts'

export type Answer = (request: Request, connection: Connection) => Response | Promise<Response>

type Options = {
  readonly hostname: string
  readonly port: number
  /** For connections without traffic, in seconds. */
  readonly idleTimeout: number
  readonly answer: Answer
  readonly proofs: Pick<Proofs, 'tlsPort'>
}

/**
 * Listens for https. Bun's server keeps the certificate that it started with, and one that is
 * stopped loses connections that it has not accepted yet. So the port belongs to a listener that
 * never stops, and passes each connection to the server with the newest certificate; an older server
 * ends with its last connection. Until there is a certificate, connections are closed.
 * @throws Error if the address cannot be used.
 */
export function listenHttps({ hostname, port, proofs, ...options }: Options) {
  let newest: ReturnType<typeof openServer> | undefined
  const servers = new Set<ReturnType<typeof openServer>>()
  const target = (first?: Uint8Array): Target | undefined => {
    const proofPort = proofs.tlsPort()
    const isProof = proofPort !== undefined && first !== undefined && asksForProof(first)
    return isProof ? { port: proofPort, enter: () => unknownGuest } : newest?.target
  }
  const listener = Bun.listen<End>({
    hostname,
    port,
    // Otherwise Bun shares the port with other programs of this user that allow it.
    exclusive: true,
    socket: createRelay(target, () => proofs.tlsPort() !== undefined),
  })
  return {
    port: listener.port,
    /** For new connections. */
    use: (certificate: Pick<Certificate, 'cert' | 'key'>) => {
      const former = newest
      newest = openServer(certificate, options)
      servers.add(newest)
      void former?.retire().then(() => servers.delete(former))
    },
    /** Resolves once all requests have ended; at once if `isForced`. */
    stop: async (isForced = false) => {
      listener.stop()
      await Promise.all([...servers].map(({ server }) => server.stop(isForced)))
    },
  }
}

/** The authority, while it checks the domain. */
const unknownGuest = { joined: () => undefined, left: () => undefined }

/** A server of TLS that only this machine can reach, and that knows whom each connection is from. */
function openServer(
  { cert, key }: Pick<Certificate, 'cert' | 'key'>,
  { idleTimeout, answer }: Pick<Options, 'idleTimeout' | 'answer'>,
) {
  const clients = new Map<number, Bun.SocketAddress>()
  const unused = Promise.withResolvers<void>()
  let isRetired = false
  const server: Bun.Server<unknown> = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    maxRequestBodySize: Number.POSITIVE_INFINITY,
    idleTimeout,
    development: false,
    fetch: (request) => answer(request, connection),
  })
  const connection: Connection = {
    requestIP: (request) => {
      const near = server.requestIP(request)
      return near && (clients.get(near.port) ?? near)
    },
    timeout: (request, seconds) => server.timeout(request, seconds),
  }
  let connections = 0
  const settle = () => {
    if (isRetired && connections === 0) unused.resolve()
  }
  const target: Target = {
    port: server.port!,
    enter: (visitor) => {
      connections++
      let port = 0
      return {
        joined: (localPort) => {
          port = localPort
          clients.set(port, visitor)
        },
        left: () => {
          clients.delete(port)
          connections--
          settle()
        },
      }
    },
  }
  return {
    server,
    target,
    /** Stops the server once its connections have ended by themselves. */
    retire: async () => {
      isRetired = true
      settle()
      await unused.promise
      await server.stop()
    },
  }
}
