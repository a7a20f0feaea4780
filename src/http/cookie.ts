import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

export type SiteCookie = {
  readonly read: (c: Context) => string | undefined
  readonly set: (c: Context, value: string, maxAgeMs: number) => void
  readonly clear: (c: Context) => void
}

/** The start of the names of all this site's cookies, after the prefix that https adds. */
export const siteCookiePrefix = 'vitrine_'

function siteCookie(plainName: string, isHttps: boolean): SiteCookie {
  const name = siteCookiePrefix + plainName
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
    set: (c, value, maxAgeMs) =>
      setCookie(c, name, value, { ...options, maxAge: Math.floor(maxAgeMs / 1000) }),
    clear: (c) => {
      deleteCookie(c, name, options)
    },
  }
}

export type Cookies = ReturnType<typeof siteCookies>

/** Owner and guest are separate, so that one browser may be both. */
export const siteCookies = (isHttps: boolean) => ({
  owner: siteCookie('owner', isHttps),
  known: siteCookie('known', isHttps),
  guest: siteCookie('guest', isHttps),
  albums: siteCookie('albums', isHttps),
  registration: siteCookie('registration', isHttps),
})
