import { createServer } from 'node:tls'

/** The name by which the authority asks for this proof (RFC 8737). */
const protocol = 'acme-tls/1'
/** As it is in the first message of a TLS connection: after its length. */
const offered = Buffer.from(`\x0a${protocol}`)

/** What proves to the authority that this server is the domain's, while an order is under way. */
export type Proofs = ReturnType<typeof createProofs>

export function createProofs() {
  const answers = new Map<string, string>()
  let tlsPort: number | undefined
  return {
    /** HTTP-01: what is expected at /.well-known/acme-challenge/{token}. */
    answerFor: (token: string) => answers.get(token),
    /** The port on which TLS-ALPN-01 is answered. */
    tlsPort: () => tlsPort,
    showOverHttp: (token: string, answer: string) => {
      answers.set(token, answer)
      return async () => void answers.delete(token)
    },
    showOverTls: async (pem: { key: string; cert: string }) => {
      const server = createServer({ ...pem, ALPNProtocols: [protocol] }, (socket) => socket.end())
      server.on('tlsClientError', () => undefined)
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(0, '127.0.0.1', resolve)
      })
      tlsPort = (server.address() as { port: number }).port
      return async () => {
        tlsPort = undefined
        server.close()
      }
    },
  }
}

/** Whether the first bytes of a connection are the authority's, which asks for the proof. */
export const asksForProof = (first: Uint8Array): boolean =>
  Buffer.from(first.buffer, first.byteOffset, first.byteLength).includes(offered)
