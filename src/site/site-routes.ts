import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isAnonymous } from '../contract/people/viewer.ts'
import { hasFilterTerm } from '../contract/search/filter-address.ts'
import { type PageId, pageRules } from '../contract/site/page-table.ts'
import { pause } from '../core/concurrency/turns.ts'
import { AppError } from '../core/errors.ts'
import { bodyOf, compressedResponse } from '../http/encoding.ts'
import type { Env } from '../http/env.ts'
import { interfaceHtml } from '../http/interface-files.ts'
import type { ResponseCache } from '../http/response-cache.ts'
import { sharedPages } from '../http/shared-pages.ts'
import { createDocument, type SitePage } from './document.ts'
import {
  type FoundPage,
  pageAddress,
  pageAt,
  routablePath,
  typedPath,
  withoutTrailingSlashes,
} from './page-address.ts'
import { pageMakers } from './page-makers.ts'
import { type PageMaker, type PageRequest, readFacts } from './page-request.ts'
import { missingPage } from './plain-pages.ts'
import { emptyRoot, renderPage } from './render-page.ts'
import { addressOfSearch, usableQuery } from './search-address.ts'
import type { SiteServices } from './site-services.ts'

export function siteRoutes(services: SiteServices, cached: ResponseCache, onUnclaimed: () => void) {
  const { owner, config } = services
  const toDocument = createDocument(interfaceHtml())

  /** Bypasses the cache where changes leave the data version as it is: setup and Markdown pages. */
  const bypassCache = createMiddleware<Env>(async (c, next) => {
    const isClaimed = owner.isClaimed()
    if (!isClaimed && c.req.method !== 'HEAD') onUnclaimed()
    if (!isClaimed || rulesAt(c.req.path)?.isFromFile) c.set('mayBeCached', false)
    await next()
  })

  /** Those that are the same for everyone who is not signed in. */
  const isPublicPage = (path: string) => {
    const rules = rulesAt(path)
    return owner.isClaimed() && rules !== undefined && !rules.isPersonal
  }
  const shared = sharedPages(config.sharedPages, isPublicPage)

  return new Hono<Env>().get('*', shared, bypassCache, cached.byAddress(addressOf), async (c) => {
    const viewer = c.get('viewer')
    const url = pageAddress(c.req.url)
    const found = pageAt(url.pathname)
    const redirect = redirectOf(services, c, found?.id, url)
    if (redirect) return redirect
    await prepareFilter(services, c, url)
    const request = { url, viewer, facts: readFacts(services, viewer) }
    const page = await pageFor(services, request, found)
    // Reading and rendering a large page in one go would delay others.
    await pause()
    const rendered = await renderPage(page.data.address ?? url.pathname + url.search, page.data)
    await pause()
    // The next request tries again.
    if (rendered === undefined) c.set('mayBeCached', false)
    const { sharing, siteName, uxConfig } = request.facts
    const about = {
      ...sharing,
      name: siteName,
      publicUrl: services.address(),
      uxConfig,
      isForAnyone: isAnonymous(viewer),
    }
    const body = new TextEncoder().encode(toDocument(page, about, rendered ?? emptyRoot))
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      ...(rendered === undefined && { 'Cache-Control': 'private, no-store' }),
    }
    if (c.get('mayBeCached') && page.status === 200) {
      c.set('wholeBody', body)
      return new Response(body, { headers })
    }
    return compressedResponse(bodyOf(body), c.req.header('accept-encoding'), headers, page.status)
  })
}

function rulesAt(path: string) {
  const found = pageAt(path)
  return found && pageRules[found.id]
}

/** The cache key of a page. Most addresses have no query and need not be parsed. */
function addressOf({ req: { url } }: Context<Env>): string {
  if (!url.includes('?')) return url.slice(url.indexOf('/', 'https://'.length))
  const { pathname, search } = pageAddress(url)
  return pathname + search
}

/** The address to redirect to, if the requested one has no page of its own. */
function redirectOf(
  { config, owner, photos }: SiteServices,
  c: Context<Env>,
  id: PageId | undefined,
  url: URL,
): Response | undefined {
  const { pathname, search } = new URL(c.req.url)
  const plainPath = withoutTrailingSlashes(pathname)
  if (plainPath) return c.redirect(plainPath + search, 308)
  const typed = typedPath(pathname)
  if (typed) return c.redirect(typed + search, 308)
  const found = config.search && addressOfSearch(new URL(c.req.url))
  if (found) return c.redirect(found)
  // There is no password yet that the login form could accept.
  if ((id === 'account' || id === 'user') && !owner.isClaimed()) return c.redirect('/setup')
  const usable = usableQuery(url, (filter) => photos.filterFor(filter, c.get('viewer')))
  return usable === undefined ? undefined : c.redirect(pathname + usable)
}

/** Reads first what the address is filtered by, if necessary. */
async function prepareFilter(
  { photos }: SiteServices,
  c: Context<Env>,
  { searchParams }: URL,
): Promise<void> {
  if (hasFilterTerm(searchParams)) await photos.prepareFilters(photos.listSource(c.get('viewer')))
  if (searchParams.get('q')) await photos.prepareSearch()
}

/**
 * The page at an address, or 'not found', with an address that the interface's router can match.
 */
async function pageFor(
  services: SiteServices,
  request: PageRequest,
  found: FoundPage | undefined,
): Promise<SitePage> {
  const page = await madeOrMissing(services, request, found)
  const { pathname, search } = request.url
  const path = routablePath(pathname)
  return path === pathname ? page : { ...page, data: { ...page.data, address: path + search } }
}

async function madeOrMissing(
  services: SiteServices,
  request: PageRequest,
  found: FoundPage | undefined,
): Promise<SitePage> {
  if (!found) return missingPage(services, request)
  // The path has the parts that the page's function takes.
  const make = pageMakers[found.id] as PageMaker<never>
  try {
    return await make(services, { ...request, parameters: found.parameters as never })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 404) throw error
    return missingPage(services, request)
  }
}
