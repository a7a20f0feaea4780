import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '../core/errors.ts'
import type { Env } from './env.ts'
import type { Declaration } from './route.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Other sites may frame a page only if its policy allows it. */
const anyFrame = 'frame-ancestors *'

/**
 * HSTS for this host only: includeSubDomains and preload would affect other sites for long. A
 * handler may set Cross-Origin-Resource-Policy itself.
 */
export function protectingHeaders(isHttps: boolean) {
  const always = secureHeaders({
    strictTransportSecurity: isHttps && 'max-age=31536000',
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: false,
    crossOriginResourcePolicy: false,
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], browsingTopics: [] },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  return createMiddleware<Env>(async (c, next) => {
    await always(c, next)
    const { headers } = c.res
    const mayBeFramed = headers.get('Content-Security-Policy')?.includes(anyFrame)
    if (!mayBeFramed) headers.set('X-Frame-Options', 'DENY')
    if (!headers.has('Cross-Origin-Resource-Policy')) {
      headers.set('Cross-Origin-Resource-Policy', 'same-origin')
    }
  })
}

/**
 * Unlike Hono's, it depends on the response's type and on the pictures' current hosts. A handler
 * may set a policy of its own.
 */
export function contentSecurity(pictureOrigins: () => string[]) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { headers } = c.res
    if (headers.has('Content-Security-Policy')) return
    if (headers.get('Content-Type')?.startsWith('text/html')) {
      headers.set('Content-Security-Policy', contentPolicy(pictureOrigins()))
    } else {
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    }
  })
}

function contentPolicy(pictureOrigins: string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Tiles in the server's HTML have their colours as style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src ${["'self'", 'data:', 'blob:', ...pictureOrigins].join(' ')}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** For a page without scripts whose only styles are these, which any site may frame. */
export const framedPolicy = (styles: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    anyFrame,
  ].join('; ')

/** Whether a Host header names one host. */
export const isHost = (host: string): boolean => /^[\w.:[\]-]+$/.test(host)

function requireHost(host: string): string {
  // Bun joins two Host headers with a comma.
  if (host.includes(',')) throw new AppError(400, 'more than one Host header')
  if (!isHost(host)) throw new AppError(400, 'missing Host header')
  return host
}

/** By Sec-Fetch-Site; 'none' is an address that was typed or a bookmark. */
const isOtherSite = (site: string | undefined): boolean =>
  site !== undefined && site !== 'same-origin' && site !== 'none'

/**
 * Rejects changes requested by another site's page (403): by Sec-Fetch-Site, and by Origin, which
 * must be the public URL's or, if none is set, may also be http://{Host}, which a browser on this
 * machine may use for a gallery with its own domain, too. A request with neither
 * header does not come from a browser and is allowed. More than one Host gets 400, HEAD 405 where
 * GET changes something.
 */
export function sameSite({
  publicUrl,
  address,
  changingGets,
}: {
  publicUrl: string | undefined
  address: () => string
  changingGets: ReadonlyMap<string, NonNullable<Declaration['changes']>>
}) {
  const isOtherOrigin = (c: Context<Env>, host: string): boolean => {
    const origin = c.req.header('origin')
    if (origin === undefined || origin === (publicUrl ?? address())) return false
    return origin !== `http://${host}` || (publicUrl !== undefined && !c.get('isLocal'))
  }
  return createMiddleware<Env>(async (c, next) => {
    const host = requireHost(c.req.header('host') ?? '')
    const changes = changingGets.get(c.req.path)
    if (!safeMethods.has(c.req.method) || changes === 'from this site') {
      const isForeign = isOtherSite(c.req.header('sec-fetch-site')) || isOtherOrigin(c, host)
      if (isForeign) {
        throw new AppError(
          403,
          `request blocked because the page was opened at a different address; open ${publicUrl ?? address()} instead`,
        )
      }
    }
    // Hono would call GET's handler; mail scanners and link checkers send HEAD.
    if (c.req.method === 'HEAD' && changes) {
      throw new AppError(405, 'method not allowed; use GET', undefined, { Allow: 'GET' })
    }
    await next()
  })
}
