import { createMiddleware } from 'hono/factory'
import { siteCookiePrefix } from './cookie.ts'
import type { Env } from './env.ts'

/**
 * Lets shared caches keep the pages that `isPublicPage` allows for that many seconds, if they were
 * requested without any cookie of this site, even an expired one, and without a share code.
 */
export function sharedPages(seconds: number, isPublicPage: (path: string) => boolean) {
  const caching = `public, max-age=0, must-revalidate, s-maxage=${seconds}`
  return createMiddleware<Env>(async (c, next) => {
    if (seconds === 0) return next()
    const isShared =
      c.get('mayBeCached') &&
      !c.req.header('cookie')?.includes(siteCookiePrefix) &&
      isPublicPage(c.req.path)
    await next()
    const { headers, status } = c.res
    // On a 304 too, since it replaces the headers of the stored page.
    headers.set('Vary', 'Accept-Encoding, Cookie')
    const isPage = status === 200 || status === 304
    if (isShared && isPage && !headers.has('Cache-Control')) headers.set('Cache-Control', caching)
  })
}
