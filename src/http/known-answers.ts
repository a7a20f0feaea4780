import type { MiddlewareHandler } from 'hono'
import { createByteCache } from '../core/byte-cache.ts'
import { noteRequest } from '../core/memory.ts'
import type { FindClient } from './client-address.ts'
import { bodyBytes, chooseEncoding, type SharedResponse } from './encoding.ts'
import type { Connection, Env } from './env.ts'
import { matchesEtag } from './etag.ts'
import { type Answered, type Listen, loggedPath } from './observe.ts'
import { requestIdHeader, requestIdOf } from './request-id.ts'
import { routeTemplate } from './route-template.ts'
import { isHost } from './security.ts'

/** All known answers together, in bytes. Their bodies are those of the response cache. */
const budget = 2 * 2 ** 20
/** Larger bodies are not kept: they take longer to send than to find. In bytes. */
const largestBody = 128 * 2 ** 10
/** The headers of an answer, roughly, in bytes. */
const headerBytes = 1500

type Answer = SharedResponse & {
  readonly status: number
  readonly encoding: Encoding
  /** All but the request's id. */
  readonly headers: Headers
  readonly path: string
  readonly route: string
}

type SentAnswer = Pick<Answer, 'path' | 'route' | 'status'> &
  Pick<Answered, 'id' | 'bytes'> & { readonly started: number }

type Encoding = 'br' | 'gzip' | 'plain'

/**
 * Answers requests again that the whole chain of middlewares has answered before, in a third of the
 * time. This is the only place that decides what may be answered so: a GET without cookie,
 * authorization, body, range or date, whose response came from the response cache or is a picture
 * that everyone may see, and sets no cookie. Such a response is the same for everyone, in every
 * header but the request's id, until something is written. None needs an album's code: a response to
 * an address with a code is neither cached nor kept here.
 */
export function createKnownAnswers({
  version,
  findClient,
  listeners,
}: {
  version: () => number
  findClient: FindClient
  listeners: readonly Listen[]
}) {
  const answers = createByteCache<Answer>(budget, ({ body }) => headerBytes + bodyBytes(body))
  let current = version()

  const find = (key: string): Answer | undefined => {
    if (version() === current) return answers.get(key)
    answers.clear()
    current = version()
    return undefined
  }

  /** Keeps what the chain has answered; the outermost middleware, so that no header is missing. */
  const remember: MiddlewareHandler<Env> = async (c, next) => {
    await next()
    const shared = c.get('shared')
    if (!shared || !isPlain(c.req.raw) || shared.version !== version()) return
    if (bodyBytes(shared.body) > largestBody) return
    const { status } = c.res
    if ((status !== 200 && status !== 304) || c.res.headers.has('Set-Cookie')) return
    const headers = new Headers(c.res.headers)
    headers.delete(requestIdHeader)
    const sent = headers.get('Content-Encoding')
    const encoding: Encoding = sent === 'br' || sent === 'gzip' ? sent : 'plain'
    const path = loggedPath(c.req.path)
    const answer = { ...shared, status, encoding, headers, path, route: routeTemplate(c) }
    find('')
    answers.set(keyOf(c.req.raw, status === 304), answer)
  }

  /** What the client is to get: the response, or only that it has not changed. */
  const findFor = (request: Request): Answer | undefined => {
    const whole = find(keyOf(request, false))
    const known = whole && request.headers.get('if-none-match')
    if (!known || !matchesEtag(known, whole.etag)) return whole
    return find(keyOf(request, true))
  }

  const notifyListeners = (
    request: Request,
    server: Connection | undefined,
    { id, path, route, status, bytes, started }: SentAnswer,
  ): void => {
    // Finding the client also warns of an untrusted proxy, even if nothing else is logged.
    if (listeners.length === 0 && !isForwarded(request)) return
    const { address } = findClient(request, server)
    const about = { id, method: 'GET', path, route, status, bytes, address }
    const ms = performance.now() - started
    for (const listen of listeners) {
      listen({ ...about, ms, role: 'anonymous', isCutShort: false })
    }
  }

  /** @returns undefined for a request that the chain must answer. */
  const answer = (request: Request, server: Connection | undefined) => {
    if (!isPlain(request)) return undefined
    const started = performance.now()
    const found = findFor(request)
    const content = found?.status === 304 ? null : found?.body[found.encoding]
    if (!found || content === undefined) return undefined
    noteRequest()
    found.onSentAgain?.()
    const id = requestIdOf(request.headers.get(requestIdHeader))
    const { status, headers } = found
    const response = new Response(content, { status, headers })
    response.headers.set(requestIdHeader, id)
    notifyListeners(request, server, { ...found, id, bytes: content?.length ?? 0, started })
    return response
  }

  return { remember, answer }
}

/** Headers that can change an answer, besides Accept, Accept-Encoding and If-None-Match. */
const changing = [
  'cookie',
  'authorization',
  'range',
  'if-modified-since',
  'content-length',
  'transfer-encoding',
]

function isPlain({ method, headers }: Request): boolean {
  if (method !== 'GET' || !isHost(headers.get('host') ?? '')) return false
  for (const name of changing) if (headers.has(name)) return false
  return true
}

const isForwarded = ({ headers }: Request): boolean =>
  headers.has('x-forwarded-for') || headers.has('forwarded')

/** The address as it was sent, without the host, and the encodings and pictures that are accepted. */
function keyOf({ url, headers }: Request, isNotModified: boolean): string {
  const address = url.slice(url.indexOf('/', 8))
  const encoding = encodingOf(headers.get('accept-encoding'))
  return `${isNotModified ? 'not modified' : ''} ${encoding} ${headers.get('accept')} ${address}`
}

/** The last request's: most clients send the same header as the one before. */
let last: { header: string | null; encoding: Encoding } = { header: null, encoding: 'plain' }

function encodingOf(header: string | null): Encoding {
  if (last.header !== header) {
    last = { header, encoding: chooseEncoding(header ?? undefined) ?? 'plain' }
  }
  return last.encoding
}
