import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'
import { AppError } from '../contract/app-error.ts'
import type { Env } from './env.ts'
import type { Declaration } from './route.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
/** HSTS for this host only: includeSubDomains and preload would affect other sites for long. */
export const protectingHeaders = (isHttps: boolean) =>
  secureHeaders({
    strictTransportSecurity: isHttps && 'max-age=31536000',
    referrerPolicy: 'strict-origin-when-cross-origin',
    xFrameOptions: 'DENY',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], browsingTopics: [] },
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

/** Unlike Hono's, it depends on the response's type and on the pictures' current hosts. */
export function contentSecurity(pictureOrigins: () => string[]) {
  return createMiddleware<Env>(async (c, next) => {
    await next()
    const { headers } = c.res
    if (headers.get('Content-Type')?.startsWith('text/html')) {
      headers.set('Content-Security-Policy', contentPolicy(pictureOrigins()))
    } else if (!headers.has('Content-Security-Policy')) {
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

/**
 * Rejects changes requested by another site's page (403): by Sec-Fetch-Site, and by Origin, which
 * must be the public URL's or, if none is set, may also be http://{Host}. A request with neither
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
  return createMiddleware<Env>(async (c, next) => {
    const host = c.req.header('host') ?? ''
    // Bun joins two Host headers with a comma.
    if (host.includes(',')) throw new AppError(400, 'more than one Host header')
    if (!/^[\w.:[\]-]+$/.test(host)) throw new AppError(400, 'missing Host header')
    const changes = changingGets.get(c.req.path)
    if (!safeMethods.has(c.req.method) || changes === 'from this site') {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
      const isOwn =
        origin === undefined ||
        origin === (publicUrl ?? address()) ||
        (publicUrl === undefined && origin === `http://${host}`)
      if (isForeignSite || !isOwn) {
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
