import { Hono } from 'hono'
import { chooseEncoding } from './encoding.ts'
import type { Env } from './env.ts'
import { matchesEtag } from './etag.ts'
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
    if (matchesEtag(c.req.header('if-none-match'), file.etag)) {
      return new Response(null, { status: 304, headers })
    }
    const encoding = file.isCompressed ? chooseEncoding(c.req.header('accept-encoding')) : undefined
    const body = await file.as(encoding ?? 'raw')
    const length = String(body instanceof Blob ? body.size : body.length)
    return new Response(body, {
      headers: {
        ...headers,
        // Set here for HEAD, whose response has no body to count.
        'Content-Length': length,
        ...(encoding && { 'Content-Encoding': encoding }),
      },
    })
  })
}
