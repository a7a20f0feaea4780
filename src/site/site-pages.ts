import { anonymousVisitor, type Viewer } from '../contract/people/viewer.ts'
import { aspectClass, shapedPicture } from '../contract/photos/aspect.ts'
import { altText } from '../contract/photos/photo-facts.ts'
import type { Photo } from '../contract/photos/photos.ts'
import { filterOf, type PhotoFilter } from '../contract/search/photo-filter.ts'
import { licenceOf } from '../contract/site/licences.ts'
import { defaultSiteName } from '../contract/vocabulary.ts'
import { renditionSize, renditions } from '../images/variants.ts'
import type { SitePage } from './document.ts'
import type { SiteServices } from './site-services.ts'

export type SitePages = ReturnType<typeof sitePages>

/** Data shared by all pages, and pages that belong to no feature. */
export function sitePages({
  owner,
  uxConfig,
  sharing,
  config,
  drive,
  photos,
  places,
}: SiteServices) {
  const name = () => owner.user(anonymousVisitor).name || defaultSiteName
  const commonData = (viewer: Viewer) => ({
    viewer: { isOwner: viewer.isOwner, isGuest: viewer.guest !== undefined },
    user: owner.user(viewer),
    uxConfig: uxConfig.get(),
    hasSearch: config.search,
    ...(places.hasAny(photos.listSource(viewer), viewer) && { hasMap: true }),
    licence: licenceOf(sharing.get().licence),
    ...(!owner.isClaimed() && { isClaimed: false }),
    ...(viewer.isOwner && { isImporting: drive.isImporting() }),
  })
  return {
    name,
    /** What the list at an address is filtered by. */
    filterAt: ({ searchParams }: URL): PhotoFilter => {
      const { q, ...others } = filterOf(searchParams)
      return config.search && q ? { ...others, q } : others
    },
    commonData,
    /** A page that needs JavaScript and is rendered by the browser. */
    screen: (viewer: Viewer, path: string, title: string): SitePage => ({
      status: 200,
      title,
      description: `${title} – ${name()}`,
      path,
      data: { ...commonData(viewer), isClaimed: owner.isClaimed() },
    }),
    missing: (viewer: Viewer): SitePage => ({
      status: 404,
      title: 'Not found',
      description: 'This page does not exist or is not public.',
      path: '/',
      data: { ...commonData(viewer), isMissing: true },
    }),
  }
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
