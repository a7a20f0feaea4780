import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Viewer } from '../contract/people/viewer.ts'
import { logEntry } from '../core/log.ts'
import { parseRange } from './byte-range.ts'
import type { Env } from './env.ts'
import { routeTemplate } from './route-template.ts'

/** A request that has been answered. */
export type Answered = {
  readonly id: string
  readonly method: string
  /** Without the query, which can contain codes and tokens. */
  readonly path: string
  /** The route, such as '/api/photos/:id'; one of a few hundred. */
  readonly route: string
  readonly status: number
  /** From the request's headers to the end of the response. */
  readonly ms: number
  /** The size of the body. */
  readonly bytes: number
  /** The client's; undefined if a trusted proxy does not say. */
  readonly address: string | undefined
  readonly role: 'owner' | 'guest' | 'code' | 'anonymous'
  /** Whether the client has disconnected, or the server gave up, before the end. */
  readonly isCutShort: boolean
}

export type Listen = (answered: Answered) => void

/** Of at most 300 characters. A valid path contains no others than these. */
export const loggedPath = (path: string): string => path.slice(0, 300).replace(/[^!-~]/g, '?')

/**
 * Tells the listeners about each request after its response, for a stream at the end of it. For a
 * file, only the time until its transfer begins is counted.
 */
export function observe(listeners: readonly Listen[]) {
  return createMiddleware<Env>(async (c, next) => {
    const started = performance.now()
    let isStreamed = false
    const end: End = (status, bytes, isCutShort) => {
      const answered: Answered = {
        id: c.get('requestId'),
        method: c.req.method,
        path: loggedPath(c.req.path),
        route: routeTemplate(c),
        status,
        ms: performance.now() - started,
        bytes,
        address: c.get('address'),
        role: roleOf(c.get('viewer')),
        isCutShort,
      }
      for (const listen of listeners) listen(answered)
    }
    // The stream of a response to HEAD is never read.
    if (c.req.method !== 'HEAD') {
      c.set('onStream', () => {
        isStreamed = true
        return (bytes, isWhole) => end(c.res.status, bytes, !isWhole)
      })
    }
    await next()
    if (isStreamed) return
    const { status, headers } = c.res
    const length = headers.get('Content-Length')
    if (c.req.method === 'HEAD') end(status, 0, false)
    else if (length !== null) end(status, Number(length), false)
    else await endWithBody(c, end)
  })
}

type End = (status: number, bytes: number, isCutShort: boolean) => void

/** Finds the length of the body. */
async function endWithBody(c: Context<Env>, end: End): Promise<void> {
  const { status, headers } = c.res
  // Takes the body without reading it; a file stays a file.
  const body = await c.res.blob()
  const isFile = 'name' in body && body.name !== undefined
  // Otherwise Hono would copy this body as a stream.
  c.res = undefined
  c.res = new Response(body.size === 0 && !isFile ? null : body, { status, headers })
  // Bun sends the requested part of a file.
  const range = status === 200 && isFile ? c.req.header('range') : undefined
  const part = range === undefined ? undefined : parseRange(range, body.size)
  if (part === 'unsatisfiable') end(416, 0, false)
  else if (part) end(206, part[1] - part[0] + 1, false)
  else end(status, body.size, false)
}

/** One JSON line. */
export function logRequest({ route, ms, isCutShort, ...request }: Answered): void {
  logEntry('request', {
    ...request,
    ms: Math.round(ms * 100) / 100,
    ...(isCutShort && { cut: true }),
  })
}

function roleOf(viewer: Viewer | undefined): Answered['role'] {
  if (viewer?.isOwner) return 'owner'
  if (viewer?.guest !== undefined) return 'guest'
  return viewer && viewer.grants.length > 0 ? 'code' : 'anonymous'
}
