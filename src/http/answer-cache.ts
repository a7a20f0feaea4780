import { createMiddleware } from 'hono/factory'
import { type CompressibleBody, compressedResponse } from './encoding.ts'
import type { Env } from './env.ts'

/** Bytes of all kept answers together, and the largest that is kept. */
const budget = 16 * 2 ** 20
const largest = 512 * 2 ** 10

type Entry = { readonly body: CompressibleBody; readonly etag: string; readonly type: string }

export type AnswerCache = ReturnType<typeof answerCache>

/**
 * Keeps what a plain visitor was answered, until anything is written. Only 200s of reads whose
 * answer depends on nothing but the address and the data may stand behind it; an answer that
 * streams (no `Content-Length` known, marked by X-Accel-Buffering) passes through.
 */
export function answerCache(version: () => number) {
  let entries = new Map<string, Entry>()
  let bytes = 0
  let current = version()

  const keep = (key: string, entry: Entry) => {
    entries.set(key, entry)
    bytes += entry.body.plain.length
    for (const [oldest, old] of entries) {
      if (bytes <= budget) break
      entries.delete(oldest)
      bytes -= old.body.plain.length
    }
  }

  return createMiddleware<Env>(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (!isRead || !c.get('isPlainVisitor')) return next()
    if (version() !== current) {
      entries = new Map()
      bytes = 0
      current = version()
    }
    const url = c.req.url
    const key = url.slice(url.indexOf('/', 8))
    let entry = entries.get(key)
    if (!entry) {
      const before = version()
      await next()
      if (c.res.status !== 200 || c.res.headers.has('X-Accel-Buffering')) return
      const plain = new Uint8Array(await c.res.arrayBuffer())
      const etag = `W/"${Bun.hash(plain).toString(36)}"`
      entry = { body: { plain }, etag, type: c.res.headers.get('Content-Type') ?? '' }
      if (plain.length <= largest && version() === before && before === current) keep(key, entry)
      c.res = undefined
    }
    const headers = {
      'Content-Type': entry.type,
      'Cache-Control': 'private, no-cache',
      ETag: entry.etag,
    }
    if (c.req.header('if-none-match')?.includes(entry.etag)) {
      c.res = new Response(null, { status: 304, headers })
      return
    }
    c.res = compressedResponse(entry.body, c.req.header('accept-encoding'), headers)
  })
}
