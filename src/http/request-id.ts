import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { Env } from './env.ts'

const header = 'X-Request-Id'

/**
 * An id for each request. A proxy may bring its own, of at most 64 letters, digits and `-_=`, so
 * that its log and ours name a request alike.
 */
export const requestIds = requestId({ headerName: header, limitLength: 64 })

/** Sends the id back: Hono's own header is lost where a handler answers with a `new Response`. */
export const sendRequestId = createMiddleware<Env>(async (c, next) => {
  await next()
  c.res.headers.set(header, c.get('requestId'))
})
