import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isUuid } from '../contract/envelope.ts'
import { isAnonymous, type Viewer } from '../contract/people/viewer.ts'
import { hasFilterTerm } from '../contract/search/filter-address.ts'
import { isAccountSetting } from '../contract/site/account-settings.ts'
import { PageName } from '../contract/site/pages.ts'
import { pause } from '../core/concurrency/turns.ts'
import { AppError } from '../core/errors.ts'
import { bodyOf, compressedResponse } from '../http/encoding.ts'
import type { Env } from '../http/env.ts'
import { interfaceHtml } from '../http/interface-files.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { sharedPages } from '../http/shared-pages.ts'
import { albumPages } from './album-pages.ts'
import { createDocument, type SitePage } from './document.ts'
import { evidencePages } from './evidence-pages.ts'
import { createMapPage } from './map-page.ts'
import { otherPages } from './other-pages.ts'
import { pageAddress, routablePath } from './page-address.ts'
import { photoPages } from './photo-pages.ts'
import { emptyRoot, renderPage } from './render-page.ts'
import { addressOfSearch } from './search-address.ts'
import { sitePages } from './site-pages.ts'
import type { SiteServices } from './site-services.ts'
import { usableQuery } from './usable-filter.ts'

export function siteRoutes(services: SiteServices, cached: ResponseCache, onUnclaimed: () => void) {
  const { uxConfig, owner, address, config, sharing } = services
  const toDocument = createDocument(interfaceHtml())
  const site = sitePages(services)
  const photos = photoPages(services, site)
  const albums = albumPages(services, site, photos)
  const others = otherPages(services, site)
  const evidence = evidencePages(services, site)
  const mapPage = createMapPage(services, site)

  /** @throws AppError 404 for anything the viewer may not see */
  const pageFor = (url: URL, viewer: Viewer): SitePage | Promise<SitePage> => {
    const [first = '', second, third] = url.pathname.split('/').slice(1)
    if (!isPagePath(url.pathname)) return site.missing(viewer)
    switch (first) {
      case '':
        return photos.home(url, viewer)
      case 'photo':
        return second ? photos.photo(viewer, second, url) : photos.photos(viewer, url)
      case 'album':
        if (!second) return albums.list(viewer)
        return third ? albums.photo(viewer, second, third, url) : albums.album(viewer, second, url)
      case 'camera':
        return others.cameras(viewer, second && decoded(second))
      case 'lens':
      case 'keyword':
      case 'archive':
        return evidence[first](viewer, second && decoded(second))
      case 'map':
        return mapPage(viewer, url)
      case 'guest':
        return others.guest(viewer)
      case 'resume':
      case 'about':
        return others.written(viewer, PageName.parse(first))
      case 'setup':
        return site.screen(viewer, '/setup', 'Setup')
      case 'user': {
        const page = site.screen(viewer, url.pathname, 'Account')
        const account = url.pathname.replace('/user', '/account')
        return { ...page, data: { ...page.data, address: account } }
      }
      default:
        return site.screen(viewer, url.pathname, 'Account')
    }
  }

  /** Bypasses the cache where changes leave the data version as it is: setup and Markdown pages. */
  const bypassCache = createMiddleware<Env>(async (c, next) => {
    const isClaimed = owner.isClaimed()
    if (!isClaimed && c.req.method !== 'HEAD') onUnclaimed()
    if (!isClaimed || /^\/(resume|about)$/.test(c.req.path)) c.set('isAnonymousVisitor', false)
    await next()
  })

  /** Those that are the same for everyone who is not signed in; the others have forms. */
  const isPublicPage = (path: string) =>
    owner.isClaimed() &&
    /^\/((photo|album|camera|lens|keyword)(\/|$)|(map|archive|resume|about)$|$)/.test(path)
  const shared = sharedPages(config.sharedPages, isPublicPage)

  return new Hono<Env>().get('*', shared, bypassCache, cached.byAddress(addressOf), async (c) => {
    const viewer = c.get('viewer')
    const { pathname, search } = new URL(c.req.url)
    const plainPath = withoutTrailingSlashes(pathname)
    if (plainPath) return c.redirect(plainPath + search, 308)
    const found = config.search && addressOfSearch(new URL(c.req.url))
    if (found) return c.redirect(found)
    // There is no password yet that the login form could accept.
    if (isAccountPath(pathname) && !owner.isClaimed()) return c.redirect('/setup')
    const url = pageAddress(c.req.url)
    const usable = usableQuery(url, (filter) => services.photos.filterFor(filter, viewer))
    if (usable !== undefined) return c.redirect(pathname + usable)
    if (hasFilterTerm(url.searchParams)) {
      await services.photos.prepareFilters(services.photos.listSource(viewer))
    }
    if (url.searchParams.get('q')) await services.photos.prepareSearch()
    let page: SitePage
    try {
      page = await pageFor(url, viewer)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 404) throw error
      page = site.missing(viewer)
    }
    // Reading and rendering a large page together would keep others waiting for long.
    await pause()
    const path = routablePath(url.pathname)
    if (path !== url.pathname)
      page = { ...page, data: { ...page.data, address: path + url.search } }
    const about = {
      ...sharing.get(),
      name: site.name(),
      publicUrl: address(),
      uxConfig: uxConfig.get(),
      isForAnyone: isAnonymous(viewer),
    }
    const rendered = await renderPage(page.data.address ?? url.pathname + url.search, page.data)
    await pause()
    // The next request tries again.
    if (rendered === undefined) c.set('isAnonymousVisitor', false)
    const body = new TextEncoder().encode(toDocument(page, about, rendered ?? emptyRoot))
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      ...(rendered === undefined && { 'Cache-Control': 'private, no-store' }),
    }
    if (c.get('isAnonymousVisitor') && page.status === 200) return new Response(body, { headers })
    return compressedResponse(bodyOf(body), c.req.header('accept-encoding'), headers, page.status)
  })
}

/** The cache key of a page. Most addresses have no query and need not be parsed. */
function addressOf({ req: { url } }: Context<Env>): string {
  if (!url.includes('?')) return url.slice(url.indexOf('/', 'https://'.length))
  const { pathname, search } = pageAddress(url)
  return pathname + search
}

/**
 * A page's path without the trailing slashes of the request. It begins with the name of a page, not
 * with a second slash, which would redirect to another site.
 */
function withoutTrailingSlashes(path: string): string | undefined {
  let end = path.length
  while (path[end - 1] === '/') end--
  const plainPath = path.slice(0, end)
  return plainPath !== '' && plainPath !== path && isPagePath(plainPath) ? plainPath : undefined
}

/** Whether a path has the form of a page's, without looking anything up. */
function isPagePath(path: string): boolean {
  const parts = path.split('/').slice(1)
  const [first = '', second, third] = parts
  const hasGap = path !== '/' && parts.includes('')
  return parts.length <= 3 && !hasGap && hasShape(first, second, third)
}

/** Also with slashes at the end, from where GET redirects. */
export const hasPageShape = (path: string): boolean =>
  isPagePath(withoutTrailingSlashes(path) ?? path)

const isAccountPath = (path: string): boolean =>
  isPagePath(path) && /^\/(account|user)(\/|$)/.test(path)

function hasShape(first: string, second: string | undefined, third: string | undefined): boolean {
  switch (first) {
    case '':
    case 'archive':
    case 'guest':
    case 'map':
    case 'resume':
    case 'about':
    case 'setup':
      return second === undefined
    case 'photo':
      return !third && (!second || isUuid(second))
    case 'album':
      return (!second || isUuid(second)) && (!third || isUuid(third))
    case 'camera':
    case 'lens':
    case 'keyword':
      return !third
    case 'account':
    case 'user':
      return !third && (second === undefined || isAccountSetting(second))
    default:
      return false
  }
}

/** A decoded part of the path; '' if it is malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}
