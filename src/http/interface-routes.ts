import { Hono } from 'hono'
import { chooseEncoding } from './encoding.ts'
import type { Env } from './env.ts'
import { interfaceFiles } from './interface-files.ts'

const hashedCaching = 'public, max-age=31536000, immutable'
const plainCaching = 'public, max-age=3600'

export function interfaceRoutes() {
  return new Hono<Env>().get('*', async (c, next) => {
    const file = interfaceFiles().get(c.req.path)
    if (!file) return next()
    const headers: Record<string, string> = {
      'Content-Type': file.contentType,
      'Cache-Control': c.req.path.startsWith('/assets/') ? hashedCaching : plainCaching,
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    }
    if (c.req.header('if-none-match')?.includes(file.etag)) {
      return new Response(null, { status: 304, headers })
    }
    const encoding = chooseEncoding(c.req.header('accept-encoding'))
    const compressed = encoding && file[encoding]
    return new Response(compressed ?? file.raw, {
      headers: { ...headers, ...(compressed && { 'Content-Encoding': encoding }) },
    })
  })
}
