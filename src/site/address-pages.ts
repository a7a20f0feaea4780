import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import type { ResponseCache } from '../http/response-cache.ts'

/** They contain nothing personal, so a signed-in browser may keep them, unless a code opened them. */
const keepable = createMiddleware<Env>(async (c, next) => {
  await next()
  const { headers, status } = c.res
  const isOpen = c.get('addressViewer')().grants.length === 0
  if (status < 400 && isOpen && !headers.has('Cache-Control')) {
    headers.set('Cache-Control', 'private, no-cache')
  }
})

const cacheForEveryone = createMiddleware<Env>(async (c, next) => {
  c.set('mayBeCached', true)
  await next()
})

/** The cache key of such a page: its path, and the albums that its code opens. */
export const keyByAddress = (c: Context<Env>, path: string = c.req.path): string => {
  const { grants } = c.get('addressViewer')()
  return grants.length > 0 ? `${path} ${grants.join(' ')}` : path
}

/**
 * For responses that depend only on the address and the album code in it, not on who is signed in.
 * `shared` says which of it shared caches may keep, and `pathOf` is its path if it has several.
 */
export const byAddressAlone = (
  shared: MiddlewareHandler<Env>,
  cached: ResponseCache,
  pathOf?: (c: Context<Env>) => string,
) =>
  [
    keepable,
    shared,
    cacheForEveryone,
    cached.byAddress((c) => keyByAddress(c, pathOf?.(c))),
  ] as const
