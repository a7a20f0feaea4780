import type { Context, MiddlewareHandler, Next } from 'hono'
import { inTurn } from '../core/concurrency/turns.ts'
import { AppError } from '../core/errors.ts'
import type { Env } from './env.ts'

const waitSeconds = 180

/** The owner has turns of their own, even if others use the same address. */
export const clientOf = (c: Context<Env>): string =>
  c.get('viewer')?.isOwner ? 'owner' : c.get('clientAddress')

/** Waits for the client's turn before the request is worked on. */
export function inClientsTurn(c: Context<Env>, next: Next): Promise<void> {
  if (c.get('hasTurn')) return next()
  return inTurn(
    clientOf(c),
    (hasWaited) => {
      c.set('hasTurn', true)
      if (hasWaited) renewViewer(c)
      return next()
    },
    () => {
      // Nothing is sent while it waits, and an idle connection is closed in the end.
      c.env?.server?.timeout(c.req.raw, waitSeconds)
      return c.req.raw.signal
    },
  )
}

/** While it waited, a session may have ended or an album's code changed. */
function renewViewer(c: Context<Env>): void {
  const before = c.get('viewer')
  const now = c.get('viewerNow')?.()
  if (!before || !now) return
  if (before.isOwner && !now.isOwner) throw new AppError(401, 'owner only; sign in first')
  if (before.guest !== now.guest) throw new AppError(401, 'your session has ended; sign in again')
  c.set('viewer', now)
}

/** For expensive reads that are not cached; the response cache takes turns itself. */
export const takesTurns: MiddlewareHandler<Env> = (c, next) => inClientsTurn(c, next)
