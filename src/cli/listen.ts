import type { Config } from '../core/config/config.ts'
import type { Connection } from '../http/env.ts'

export type Respond = (request: Request, connection: Connection) => Response | Promise<Response>

/**
 * How long a connection without traffic is kept. Longer than Firefox keeps one (115 s): a server that
 * closes first may do so just when the next request arrives, and the visitor sees an error. On a
 * busy machine this happened to all connections of a page at once. A phone that uploads on a train
 * can pause for long, too.
 */
export const idleSeconds = 120

/** @throws Error if the address cannot be used. */
export function listen(config: Config, fetch: Respond): Bun.Server<unknown> {
  try {
    return Bun.serve({
      hostname: config.host,
      port: config.port,
      // The routes check this themselves and answer with a message; Bun's own 413 is empty.
      maxRequestBodySize: Number.POSITIVE_INFINITY,
      idleTimeout: idleSeconds,
      // Otherwise Bun shares the port with other programs of this user that allow it.
      reusePort: false,
      development: false,
      fetch,
    })
  } catch (error) {
    throw new Error(
      `cannot listen on ${config.host}:${config.port}: ${listenProblem(error, config.port)}`,
    )
  }
}

function listenProblem(error: unknown, port: number): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return 'it is in use. Stop the other program, or choose another port with --port.'
    case 'EACCES':
    case 'EPERM':
      return port < 1024
        ? 'this user may not use ports below 1024. Choose a higher one with --port and put a proxy in front of it.'
        : 'this user may not use it. Choose another with --host or --port.'
    default:
      return 'it is not an address of this machine. Choose another with --host or --port.'
  }
}
