import type { Context, Next } from 'hono'
import type { Env } from './env.ts'

/**
 * Answers HEAD like GET, but without the body. Hono passes a HEAD request to the route for
 * GET and drops the body, and Bun would then announce a length of 0.
 */
export async function answerHead(c: Context<Env>, next: Next): Promise<void> {
  await next()
  const { headers } = c.res
  if (headers.has('Content-Length')) return
  if (headers.has('X-Accel-Buffering')) {
    // The length of a stream is not known before its end.
    await c.res.body?.cancel()
    headers.set('Transfer-Encoding', 'chunked')
    return
  }
  // Takes the body without reading it; a file stays a file.
  const { size } = await c.res.blob()
  if (size > 0) headers.set('Content-Length', String(size))
}
