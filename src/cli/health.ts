import { get } from 'node:http'
import { isIPv6 } from 'node:net'
import type { Config } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { print, printProblem } from './terminal.ts'

/** A server that takes longer is not healthy, in ms. */
const limitMs = 4000

/**
 * Checks the gallery at the configured address, for containers without other programs.
 * @returns 0 if it is healthy or migrating, as a migration must not be interrupted by a restart.
 */
export async function askHealth(config: Config): Promise<number> {
  if (config.port === 0) throw new ConfigError('health needs the port: set --port.')
  try {
    const { code, body } = await ask(hostToAsk(config.host), config.port)
    const { data, error } = JSON.parse(body)
    if (code === 200 || data?.status === 'migrating') {
      print(data.status)
      return 0
    }
    printProblem(`${error?.message ?? `the gallery returned status ${code}`}`)
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'it is not a gallery' : (error as Error).message
    printProblem(`no answer from ${config.host}:${config.port}: ${reason}`)
  }
  return 1
}

/** The server's own machine, if it listens on all addresses. */
function hostToAsk(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return isIPv6(host) ? `[${host === '::' ? '::1' : host}]` : host
}

function ask(host: string, port: number): Promise<{ code: number; body: string }> {
  const answer = Promise.withResolvers<{ code: number; body: string }>()
  // fetch would ask the proxy in HTTP_PROXY.
  const request = get(`http://${host}:${port}/api/health`, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part) => parts.push(part))
    response.on('error', answer.reject)
    response.on('end', () => {
      answer.resolve({ code: response.statusCode ?? 0, body: Buffer.concat(parts).toString() })
    })
  })
  request.setTimeout(limitMs, () => request.destroy(new Error('it takes too long')))
  request.on('error', answer.reject)
  return answer.promise
}
