import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isAnonymous, type Viewer } from '../contract/people/viewer.ts'
import { AppError } from '../core/errors.ts'
import { dayMs } from '../core/time.ts'
import type { Cookies } from './cookie.ts'
import type { Env } from './env.ts'

export type Identities = {
  readonly owner: { readonly isOwner: (token: string) => boolean }
  readonly guests: { readonly guestOf: (token: string) => number | undefined }
  readonly albums: {
    readonly grantsOf: (cookie: string) => readonly number[]
    readonly openByCode: (
      code: string,
      clientAddress: string,
      cookie: string | undefined,
    ) => {
      readonly opened?: { readonly cookie: string; readonly rowIds: readonly number[] }
      readonly refusal?: AppError
    }
  }
}

type Sent = {
  readonly ownerToken?: string | undefined
  readonly guestToken?: string | undefined
  readonly grantCookie?: string | undefined
}

function readCookies(c: Context<Env>, cookies: Cookies): Sent {
  if (c.req.header('cookie') === undefined) return {}
  return {
    ownerToken: cookies.owner.read(c),
    guestToken: cookies.guest.read(c),
    grantCookie: cookies.albums.read(c),
  }
}

/** How long a grant is valid, in ms. Changing the code invalidates it at once. */
const grantMs = 365 * dayMs
/** On the paths of `otherCodes`, the query's `code` means something else and opens no album. */
export function identify(
  cookies: Cookies,
  { owner, guests, albums }: Identities,
  otherCodes: ReadonlySet<string>,
) {
  return createMiddleware<Env>(async (c, next) => {
    const { ownerToken, guestToken, grantCookie } = readCookies(c, cookies)
    const code = otherCodes.has(c.req.path) ? undefined : codeOf(c.req.queries('code'))
    const isOwner = () => ownerToken !== undefined && owner.isOwner(ownerToken)
    // The owner needs no code, so nothing is looked up or counted.
    const { opened, refusal } =
      code === undefined || isOwner()
        ? {}
        : albums.openByCode(code, c.get('clientAddress'), grantCookie)
    // Looked up only where it matters to the owner, and once, since a wrong code counts as a guess.
    let openedForOwner: readonly number[] | undefined
    const openedByAddress = (): readonly number[] => {
      if (code === undefined || !isOwner()) return opened?.rowIds ?? []
      openedForOwner ??=
        albums.openByCode(code, c.get('clientAddress'), undefined).opened?.rowIds ?? []
      return openedForOwner
    }
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
    c.set('addressViewer', () => ({ isOwner: false, grants: openedByAddress() }))
    c.set('mayBeCached', isAnonymous(viewer) && c.req.query('code') === undefined)
    await next()
    // What needs no code is answered as usual. Everything else gets the same error, whether it
    // exists or not.
    if (refusal && c.res.status === 404) {
      // Otherwise Hono would give the error this response's headers, such as its Content-Encoding.
      c.res = undefined
      throw refusal
    }
    if (!opened) return
    cookies.albums.set(c, opened.cookie, grantMs)
    // A shared cache must not store a picture with a cookie.
    const caching = c.res.headers.get('Cache-Control')
    if (caching?.includes('public')) c.res.headers.set('Cache-Control', 'private, no-cache')
  })
}

/** An empty code counts as none. @throws AppError 400 for more than one. */
function codeOf(codes: string[] | undefined): string | undefined {
  if (codes && codes.length > 1) {
    throw new AppError(400, 'code: must be given only once', { field: 'code' })
  }
  return codes?.[0] || undefined
}
