import { type Clock, systemClock } from '../../core/clock.ts'
import type { Config } from '../../core/config/config.ts'
import { libraryAt } from '../../storage/library.ts'
import { type Certificates, createCertificates } from './certificates.ts'
import { answerHttp, atOwnAddress } from './http-answers.ts'
import { type Answer, listenHttps } from './https-listener.ts'

/** Of http, where nothing takes long, in seconds. */
const httpIdleSeconds = 10

/**
 * The gallery at its own domain. `idleTimeout` is for quiet connections of https, in seconds. Nothing
 * is listened on before `serve`, and nothing is ordered before the certificates are started: the data
 * folder must be locked then.
 */
export function openDomain(config: Config, idleTimeout: number, clock: Clock = systemClock) {
  const library = libraryAt(config.data)
  const certificates = createCertificates({ config, library, clock })
  return {
    certificates,
    serve: (answer: Answer) => serveDomain({ config, certificates, answer, idleTimeout }),
  }
}

type Options = {
  readonly config: Pick<Config, 'host' | 'domain' | 'publicUrl' | 'httpPort' | 'httpsPort'>
  readonly certificates: Certificates
  readonly answer: Answer
  readonly idleTimeout: number
}

/**
 * Serves the gallery at its domain: https, and http for the authority and for redirects. On all
 * addresses, unless --host names one that others can reach.
 * @throws Error with one line if a port cannot be used.
 */
function serveDomain({ config, certificates, answer, idleTimeout }: Options) {
  const { domain: domains, httpPort, httpsPort } = config
  const publicUrl = config.publicUrl!
  const http = listening('http', httpPort, hostsFor(config.host), (hostname) =>
    Bun.serve({
      hostname,
      port: httpPort,
      reusePort: false,
      idleTimeout: httpIdleSeconds,
      development: false,
      fetch: answerHttp({ publicUrl, domains, certificates }),
    }),
  )
  const https = listening('https', httpsPort, hostsFor(config.host), (hostname) =>
    listenHttps({
      hostname,
      port: httpsPort,
      idleTimeout,
      proofs: certificates.proofs,
      answer: atOwnAddress({ publicUrl, domains }, answer),
    }),
  )
  const present = certificates.current()
  if (present) https.use(present)
  certificates.onChange(https.use)
  return {
    ports: { http: http.port, https: https.port },
    stop: async (isForced: boolean) => {
      await Promise.all([http.stop(isForced), https.stop(isForced)])
    },
  }
}

/** The addresses to try: a machine without IPv6 has no '::'. */
const hostsFor = (host: string): readonly string[] =>
  /^(127\.|::1$|localhost$)/.test(host) ? ['::', '0.0.0.0'] : [host]

function listening<Listener>(
  name: 'http' | 'https',
  port: number,
  hosts: readonly string[],
  open: (hostname: string) => Listener,
): Listener {
  const [hostname = '', ...others] = hosts
  try {
    return open(hostname)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isTaken = code === 'EADDRINUSE' || code === 'EACCES' || code === 'EPERM'
    if (others.length > 0 && !isTaken) return listening(name, port, others, open)
    throw new Error(`cannot listen on port ${port} for ${name}: ${portProblem(code, name)}`)
  }
}

function portProblem(code: string | undefined, name: string): string {
  if (code === 'EADDRINUSE') {
    return `it is in use. Stop the other program, which is probably a web server; or leave out --domain and let that one be the proxy; or choose another port with --${name}-port, to which your router leads.`
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `this user may not use ports below 1024. Let the service have CAP_NET_BIND_SERVICE (the unit of systemd has it), or allow all users these ports: sysctl net.ipv4.ip_unprivileged_port_start=80`
  }
  return 'the address of --host is none of this machine.'
}
