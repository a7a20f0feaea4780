import { createMiddleware } from 'hono/factory'
import { AppError } from '../core/errors.ts'
import type { Env } from './env.ts'

/**
 * What Bun's parser accepts as a request's address and headers together, in bytes; scripts/build.ts
 * sets it. It answers larger ones itself, with a 431 that has no body, so this is above our limit.
 */
export const parsedHeaderBytes = 64 * 1024

/** The limit for an address, and for a browser's cookies, in characters. */
const limit = 16 * 1024

/** Other headers are seldom large, and adding all of them up would cost every request. */
export const headerLimits = createMiddleware<Env>(async (c, next) => {
  if (c.req.url.length > limit) throw new AppError(414, 'the address is longer than 16 KiB')
  if ((c.req.header('cookie')?.length ?? 0) > limit) {
    throw new AppError(
      431,
      'this browser sends more than 16 KiB of cookies to this host; delete the host’s cookies in its settings',
    )
  }
  await next()
})
