import { createMiddleware } from 'hono/factory'
import { AppError } from '../contract/app-error.ts'
import { isAnonymous, type Viewer } from '../contract/viewer.ts'
import type { Cookies } from './cookie.ts'
import type { Env } from './env.ts'

/** What tells a request's cookies and code apart; handed in by the nouns they belong to. */
export type Identities = {
  readonly isOwner: (token: string) => boolean
  /** The number of the guest signed in by this token. */
  readonly guestOf: (token: string) => number | undefined
  /** Numbers of the albums that the cookie proves. */
  readonly grantsOf: (cookie: string) => readonly number[]
  /** What a code opens; a refusal when this address has guessed too often to be heard. */
  readonly openByCode: (
    code: string,
    clientAddress: string,
    cookie: string | undefined,
  ) => {
    /** The cookie that proves it from now on. */
    readonly opened?: { readonly cookie: string }
    readonly refusal?: AppError
  }
}

/** How long a right code is remembered, in ms; changing the code ends it at once. */
const grantMs = 365 * 86_400_000
/** Here `code` is that of a mail or of Google's, and opens no album. */
const otherCodes = new Set(['/api/guest/verify', '/guest', '/api/drive/callback'])

/** Finds out who is asking: by the session cookies, the grant cookie and the query's `code`. */
export function identify(cookies: Cookies, identities: Identities) {
  return createMiddleware<Env>(async (c, next) => {
    const hasCookies = c.req.header('cookie') !== undefined
    const ownerToken = hasCookies ? cookies.owner.read(c) : undefined
    const guestToken = hasCookies ? cookies.guest.read(c) : undefined
    const grantCookie = hasCookies ? cookies.albums.read(c) : undefined
    const code = otherCodes.has(c.req.path) ? undefined : codeOf(c.req.queries('code'))
    const isOwner = () => ownerToken !== undefined && identities.isOwner(ownerToken)
    // The owner needs no code, so nothing is looked up and nothing counted.
    const { opened, refusal } =
      code === undefined || isOwner()
        ? {}
        : identities.openByCode(code, c.get('clientAddress'), grantCookie)
    const grants = opened?.cookie ?? grantCookie
    const viewerNow = (): Viewer => {
      const guest = guestToken === undefined ? undefined : identities.guestOf(guestToken)
      return {
        isOwner: isOwner(),
        ...(guest !== undefined && { guest }),
        grants: grants === undefined ? [] : identities.grantsOf(grants),
      }
    }
    const viewer = viewerNow()
    c.set('viewer', viewer)
    c.set('viewerNow', viewerNow)
    c.set('isPlainVisitor', isAnonymous(viewer) && c.req.query('code') === undefined)
    await next()
    // What needs no code is answered all the same; the rest alike, whether it is there or not.
    if (refusal && c.res.status === 404) throw refusal
    if (!opened) return
    cookies.albums.set(c, opened.cookie, grantMs)
    // No shared cache may keep a picture that carries a cookie.
    if (c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'private, no-cache')
  })
}

/** An empty code is none. @throws AppError 400 for more than one. */
function codeOf(codes: string[] | undefined): string | undefined {
  if (codes && codes.length > 1) throw new AppError(400, 'code: give it once', { field: 'code' })
  return codes?.[0] || undefined
}
