import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { Env } from './env.ts'

const header = 'X-Request-Id'

/** A proxy may supply its own id of at most 64 characters, so that both logs use the same one. */
export const requestIds = requestId({ headerName: header, limitLength: 64 })

/** Hono's own header is lost where a handler returns a `new Response`. */
export const sendRequestId = createMiddleware<Env>(async (c, next) => {
  await next()
  c.res.headers.set(header, c.get('requestId'))
})
