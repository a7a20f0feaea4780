import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { AppError } from '../contract/app-error.ts'
import { ownerViewer, plainVisitor } from '../contract/viewer.ts'
import type { Role } from '../contract/vocabulary.ts'
import type { Env } from './env.ts'

/** The owner's cookie; on https it carries the __Host- prefix and is Secure. */
export type OwnerCookie = {
  readonly read: (c: Context<Env>) => string | undefined
  readonly set: (c: Context<Env>, token: string, maxAgeMs: number) => void
  readonly clear: (c: Context<Env>) => void
}

export function ownerCookie(isHttps: boolean): OwnerCookie {
  const name = 'vitrine_owner'
  const prefix = isHttps ? ({ prefix: 'host' } as const) : {}
  const options = {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: isHttps,
    ...prefix,
  } as const
  return {
    read: (c) => (isHttps ? getCookie(c, name, 'host') : getCookie(c, name)),
    set: (c, token, maxAgeMs) =>
      setCookie(c, name, token, { ...options, maxAge: Math.floor(maxAgeMs / 1000) }),
    clear: (c) => {
      deleteCookie(c, name, options)
    },
  }
}

/** Finds out who is asking. */
export function identify(cookie: OwnerCookie, isOwner: (token: string) => boolean) {
  return createMiddleware<Env>(async (c, next) => {
    const token = c.req.header('cookie') === undefined ? undefined : cookie.read(c)
    const viewer = token !== undefined && isOwner(token) ? ownerViewer : plainVisitor
    c.set('viewer', viewer)
    c.set('isPlainVisitor', !viewer.isOwner)
    await next()
  })
}

/** Declares who may call a route. @throws AppError 401 for nobody where more is needed. */
export function requires(role: Exclude<Role, 'guest'>) {
  return createMiddleware<Env>(async (c, next) => {
    if (role === 'owner' && !c.get('viewer').isOwner) {
      throw new AppError(401, 'this is for the owner: sign in first')
    }
    await next()
  })
}
