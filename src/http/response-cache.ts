import type { Context, MiddlewareHandler, Next } from 'hono'
import type { z } from 'zod'
import type { Schema } from '../contract/schema.ts'
import { createByteCache } from '../core/byte-cache.ts'
import {
  bodyBytes,
  bodyOf,
  type CompressibleBody,
  compressedResponse,
  compressIfLarge,
  keepCompressed,
} from './encoding.ts'
import type { Env } from './env.ts'
import { matchesEtag } from './etag.ts'
import { inClientsTurn } from './take-turns.ts'
import { query, queryValues } from './validate.ts'

/** All cached responses together, some 300 pages, in bytes. */
const budget = 2 * 2 ** 20
const maxCachedSize = 512 * 2 ** 10

type Entry = {
  readonly body: CompressibleBody
  readonly etag: string
  readonly type: string
  readonly lastModified?: string
  /** The data version for which it can be cached; undefined if it is too large. */
  readonly version: number | undefined
}

/** Hits and misses since the start. */
export type CacheCounts = Readonly<Record<'entries' | 'bytes' | 'hits' | 'misses', number>>

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Whether the client has this response; a date counts only for clients that send no ETag. */
function isKnown({ req }: Context<Env>, { etag, lastModified }: Entry): boolean {
  const known = req.header('if-none-match')
  if (known !== undefined) return matchesEtag(known, etag)
  const since = req.header('if-modified-since')
  return (
    since !== undefined &&
    lastModified !== undefined &&
    Date.parse(since) >= Date.parse(lastModified)
  )
}

const isCacheable = (c: Context<Env>): boolean =>
  (c.req.method === 'GET' || c.req.method === 'HEAD') && c.get('mayBeCached')

/** @returns undefined if the response cannot be cached; it is then sent as it is. */
async function makeEntry(
  c: Context<Env>,
  next: Next,
  version: () => number,
): Promise<Entry | undefined> {
  const before = version()
  await next()
  if (!isCacheable(c) || c.res.status !== 200 || c.res.headers.has('X-Accel-Buffering')) {
    return undefined
  }
  const plain = c.get('wholeBody') ?? new Uint8Array(await c.res.arrayBuffer())
  const etag = `W/"${Bun.hash(plain).toString(36)}"`
  const lastModified = c.res.headers.get('Last-Modified')
  const type = c.res.headers.get('Content-Type') ?? ''
  c.res = undefined
  return {
    body: bodyOf(plain),
    etag,
    type,
    ...(lastModified && { lastModified }),
    version: plain.length <= maxCachedSize && version() === before ? before : undefined,
  }
}

/**
 * Caches 200s for anonymous visitors until anything is written. Use it only for reads that depend
 * on nothing but their key and the data. Streamed responses (X-Accel-Buffering) pass through.
 */
export function createResponseCache(version: () => number) {
  const entries = createByteCache<Entry>(budget, ({ body }) => bodyBytes(body))
  let current = version()
  let hits = 0
  let misses = 0

  const find = (key: string): Entry | undefined => {
    if (version() !== current) {
      entries.clear()
      current = version()
    }
    return entries.get(key)
  }

  const countHit = () => {
    hits++
  }

  const respond = async (c: Context<Env>, key: string, next: Next) => {
    const known = find(key)
    if (known) {
      hits++
      send(c, key, known)
      return
    }
    await inClientsTurn(c, async () => {
      // Another request may have cached it while this one waited.
      const madeMeanwhile = find(key)
      if (madeMeanwhile) hits++
      else misses++
      const entry = madeMeanwhile ?? (await makeEntry(c, next, version))
      if (!entry) return
      if (!madeMeanwhile) await compressIfLarge(entry.body, c.req.header('accept-encoding'))
      send(c, key, entry)
    })
  }

  const send = (c: Context<Env>, key: string, entry: Entry) => {
    const { body, type, etag, lastModified } = entry
    const sizeBefore = entries.get(key) === entry ? bodyBytes(body) : 0
    const headers = {
      'Content-Type': type,
      ETag: etag,
      ...(lastModified && { 'Last-Modified': lastModified }),
    }
    if (isKnown(c, entry)) {
      c.res = new Response(null, { status: 304, headers })
    } else {
      c.res = compressedResponse(body, c.req.header('accept-encoding'), headers)
    }
    if (entry.version !== version() || entry.version !== current) return
    keepCompressed(body)
    // Last, because compressing the body may have changed the entry's size.
    if (bodyBytes(body) !== sizeBefore) entries.set(key, entry)
    c.set('shared', { body, etag, version: entry.version, onSentAgain: countHit })
  }

  const byPath: MiddlewareHandler<Env> = (c, next) =>
    isCacheable(c) ? respond(c, c.req.path, next) : inClientsTurn(c, next)

  return {
    counts: (): CacheCounts => ({ ...entries.counts(), hits, misses }),
    byPath,
    /** Caches by the validated query, so that unknown or reordered parameters add no entries. */
    byQuery: <Type extends z.ZodType>(schema: Schema<Type>) => {
      const cached: MiddlewareHandler<Env> = (c, next) => {
        if (!isCacheable(c)) return inClientsTurn(c, next)
        const read = schema().safeParse(queryValues(c))
        if (!read.success) return next()
        c.req.addValidatedData('query', read.data as object)
        return respond(c, `${c.req.path}?${JSON.stringify(read.data)}`, next)
      }
      return [cached, query(schema)] as const
    },
    byAddress:
      (addressOf: (c: Context<Env>) => string): MiddlewareHandler<Env> =>
      (c, next) =>
        isCacheable(c) ? respond(c, addressOf(c), next) : inClientsTurn(c, next),
  }
}
