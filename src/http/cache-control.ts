import { createMiddleware } from 'hono/factory'
import { isAnonymous } from '../contract/people/viewer.ts'
import type { Env } from './env.ts'

const neverStored = 'private, no-store'
const askedAgain = 'private, no-cache'

/** Errors and personal responses are not stored: 'Back' after signing out must show nothing. */
export const cacheControl = createMiddleware<Env>(async (c, next) => {
  await next()
  const { headers, status } = c.res
  if (status >= 400) headers.set('Cache-Control', neverStored)
  if (headers.has('Cache-Control')) return
  const isPersonal = !isAnonymous(c.get('viewer')) || headers.has('Set-Cookie')
  headers.set('Cache-Control', isPersonal ? neverStored : askedAgain)
})
