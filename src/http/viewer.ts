import { createMiddleware } from 'hono/factory'
import { AppError } from '../contract/app-error.ts'
import { isAnonymous, type Viewer } from '../contract/viewer.ts'
import type { Cookies } from './cookie.ts'
import type { Env } from './env.ts'

/** What resolves a request's cookies and album code to people and albums. */
export type Identities = {
  readonly owner: { readonly isOwner: (token: string) => boolean }
  /** The row id of the guest signed in by this token. */
  readonly guests: { readonly guestOf: (token: string) => number | undefined }
  readonly albums: {
    /** Row ids of the albums that the cookie proves. */
    readonly grantsOf: (cookie: string) => readonly number[]
    /** What a code opens; a refusal when this address has guessed too often. */
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
}

/** How long a right code is remembered, in ms; changing the code ends it at once. */
const grantMs = 365 * 86_400_000
/**
 * Finds out who is asking: by the session cookies, the grant cookie and the query's `code`. On the
 * paths of `otherCodes` the query's `code` is another one, and opens no album.
 */
export function identify(
  cookies: Cookies,
  { owner, guests, albums }: Identities,
  otherCodes: ReadonlySet<string>,
) {
  return createMiddleware<Env>(async (c, next) => {
    const hasCookies = c.req.header('cookie') !== undefined
    const ownerToken = hasCookies ? cookies.owner.read(c) : undefined
    const guestToken = hasCookies ? cookies.guest.read(c) : undefined
    const grantCookie = hasCookies ? cookies.albums.read(c) : undefined
    const code = otherCodes.has(c.req.path) ? undefined : codeOf(c.req.queries('code'))
    const isOwner = () => ownerToken !== undefined && owner.isOwner(ownerToken)
    // The owner needs no code, so nothing is looked up and nothing counted.
    const { opened, refusal } =
      code === undefined || isOwner()
        ? {}
        : albums.openByCode(code, c.get('clientAddress'), grantCookie)
    const grants = opened?.cookie ?? grantCookie
    const viewerNow = (): Viewer => {
      const guest = guestToken === undefined ? undefined : guests.guestOf(guestToken)
      return {
        isOwner: isOwner(),
        ...(guest !== undefined && { guest }),
        grants: grants === undefined ? [] : albums.grantsOf(grants),
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
  if (codes && codes.length > 1)
    throw new AppError(400, 'code: must be given only once', { field: 'code' })
  return codes?.[0] || undefined
}
