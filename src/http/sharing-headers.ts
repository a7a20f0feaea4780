import { createMiddleware } from 'hono/factory'
import type { Sharing } from '../contract/site/sharing.ts'
import type { Env } from './env.ts'

/** Tells crawlers with every response what robots.txt and the metadata of pictures tell them. */
export function sharingHeaders(sharing: () => Sharing) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { allowSearchEngines, keepAiOut } = sharing()
    // TDMRep: rights of text and data mining are reserved.
    if (keepAiOut) c.res.headers.set('TDM-Reservation', '1')
    if (!allowSearchEngines) c.res.headers.set('X-Robots-Tag', 'noindex')
  })
}
