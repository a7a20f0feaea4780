import { createMiddleware } from 'hono/factory'
import { logFailedSignIn, type SignInFailure } from '../core/log.ts'
import type { Env } from './env.ts'

/** Logs each attempt that is refused with `status`; comes after the check of its input. */
export const logsFailures = (status: number, reason: SignInFailure) =>
  createMiddleware<Env>(async (c, next) => {
    await next()
    if (c.res.status === status) logFailedSignIn(c.get('address') ?? 'an unknown address', reason)
  })
