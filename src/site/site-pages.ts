import { aspectClass, shapedPicture } from '../contract/photos/aspect.ts'
import { altText } from '../contract/photos/photo-facts.ts'
import type { Photo } from '../contract/photos/photos.ts'
import { filterOf, type PhotoFilter } from '../contract/search/photo-filter.ts'
import type { PageName } from '../contract/site/pages.ts'
import { renditionSize, renditions } from '../images/variants.ts'
import type { SitePage } from './document.ts'
import { commonData, type PageMaker, type PageRequest } from './page-request.ts'
import type { SiteServices } from './site-services.ts'

/** A page that needs JavaScript and is rendered by the browser. */
function screenPage(
  services: SiteServices,
  request: PageRequest,
  { path, title }: { readonly path: string; readonly title: string },
): SitePage {
  const { siteName, isClaimed } = request.facts
  return {
    status: 200,
    title,
    description: `${title} – ${siteName}`,
    path,
    data: { ...commonData(services, request), isClaimed },
  }
}

export const setupPage: PageMaker<'setup'> = (services, request) =>
  screenPage(services, request, { path: '/setup', title: 'Setup' })

export const accountPage: PageMaker<'account'> = (services, request) =>
  screenPage(services, request, { path: request.url.pathname, title: 'Account' })

/** Shows the account at its present address. */
export const userPage: PageMaker<'user'> = (services, request) => {
  const path = request.url.pathname
  const page = screenPage(services, request, { path, title: 'Account' })
  return { ...page, data: { ...page.data, address: path.replace('/user', '/account') } }
}

export const guestPage: PageMaker<'guest'> = (services, request) => ({
  ...screenPage(services, request, { path: '/guest', title: 'Guest' }),
  description: `Like and comment on photos at ${request.facts.siteName}`,
})

/** A page that the owner writes in Markdown. */
export const writtenPage =
  (name: PageName, title: string): PageMaker<PageName> =>
  async (services, request) => ({
    status: 200,
    title,
    description: `${title} – ${request.facts.siteName}`,
    path: `/${name}`,
    data: { ...commonData(services, request), page: await services.pages.get(name) },
  })

/** For what does not exist and what the viewer may not see. */
export const missingPage = (services: SiteServices, request: PageRequest): SitePage => ({
  status: 404,
  title: 'Not found',
  description: 'This page does not exist or is not public.',
  path: '/',
  data: { ...commonData(services, request), isMissing: true },
})

/** What the list at an address is filtered by. */
export function filterAt({ config }: SiteServices, { searchParams }: URL): PhotoFilter {
  const { q, ...others } = filterOf(searchParams)
  return config.search && q ? { ...others, q } : others
}

/** The Open Graph picture of a photo, in the shape nearest to its own. */
export const pictureOf = (photo: Photo | undefined): Pick<SitePage, 'picture'> => {
  if (!photo) return {}
  const variant = aspectClass(photo)
  const size = renditionSize(variant, renditions[variant].width, photo)
  return { picture: { path: shapedPicture(photo), ...size, alt: altText(photo) } }
}

/** The page of a list at an address; its offset is rounded down to the start of a page. */
export function pageOf(url: URL, limit: number): { limit: number; offset: number } {
  const text = url.searchParams.get('offset') ?? ''
  const offset = /^\d{1,9}$/.test(text) ? Number(text) : 0
  return { limit, offset: Math.floor(offset / limit) * limit }
}
