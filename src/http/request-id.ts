import { createMiddleware } from 'hono/factory'
import type { Env } from './env.ts'

export const requestIdHeader = 'X-Request-Id'

/** A proxy may supply its own id of at most 64 characters, so that both logs use the same one. */
export const requestIdOf = (given: string | null | undefined): string =>
  given && /^[\w=-]{1,64}$/.test(given) ? given : crypto.randomUUID()

/** Set last, because headers are lost where a handler returns a `new Response`. */
export const requestIds = createMiddleware<Env>(async (c, next) => {
  c.set('requestId', requestIdOf(c.req.header(requestIdHeader)))
  await next()
  c.res.headers.set(requestIdHeader, c.get('requestId'))
})
