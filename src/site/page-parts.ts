import { aspectClass, shapedPicture } from '../contract/photos/aspect.ts'
import { altText } from '../contract/photos/photo-facts.ts'
import type { Photo } from '../contract/photos/photos.ts'
import { filterOf, type PhotoFilter } from '../contract/search/photo-filter.ts'
import { renditionSize, renditions } from '../images/variants.ts'
import type { SitePage } from './document.ts'
import type { SiteServices } from './site-services.ts'

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
