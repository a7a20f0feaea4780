import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Env } from './env.ts'

export type SiteCookie = {
  readonly read: (c: Context<Env>) => string | undefined
  readonly set: (c: Context<Env>, value: string, maxAgeMs: number) => void
  readonly clear: (c: Context<Env>) => void
}

/** The start of the names of all this site's cookies, after the prefix that https adds. */
export const siteCookiePrefix = 'vitrine_'

const common = { httpOnly: true, sameSite: 'Lax', path: '/' } as const
const plain = { ...common, secure: false }
const secure = { ...common, secure: true, prefix: 'host' } as const

function siteCookie(plainName: string, isSecure: (c: Context<Env>) => boolean): SiteCookie {
  const name = siteCookiePrefix + plainName
  const optionsFor = (c: Context<Env>) => (isSecure(c) ? secure : plain)
  return {
    read: (c) => (isSecure(c) ? getCookie(c, name, 'host') : getCookie(c, name)),
    set: (c, value, maxAgeMs) =>
      setCookie(c, name, value, { ...optionsFor(c), maxAge: Math.floor(maxAgeMs / 1000) }),
    clear: (c) => {
      deleteCookie(c, name, optionsFor(c))
    },
  }
}

export type Cookies = ReturnType<typeof siteCookies>

/**
 * Owner and guest are separate, so that one browser may be both. `isSecure` tells whether a
 * request's cookies are for https only.
 */
export const siteCookies = (isSecure: (c: Context<Env>) => boolean) => ({
  owner: siteCookie('owner', isSecure),
  known: siteCookie('known', isSecure),
  guest: siteCookie('guest', isSecure),
  albums: siteCookie('albums', isSecure),
  registration: siteCookie('registration', isSecure),
})
