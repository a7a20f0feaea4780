import { defaultSiteName } from '../contract/people/names.ts'
import { anonymousVisitor, type Viewer } from '../contract/people/viewer.ts'
import { descriptionBeside } from '../contract/photos/descriptions.ts'
import {
  altText,
  exposureSettings,
  focalLengths,
  photoTitle,
  takenOn,
} from '../contract/photos/photo-facts.ts'
import { withCode } from '../contract/photos/photo-link.ts'
import { filterText } from '../contract/search/filter-labels.ts'
import { isEmptyFilter, type PhotoFilter } from '../contract/search/photo-filter.ts'
import type { InitialData } from '../contract/site/initial-data.ts'
import { AppError } from '../core/errors.ts'
import type { ListSource } from '../gallery/photos/lists.ts'
import { feedsOf, oEmbedOf } from './alternates.ts'
import type { Alternate, SitePage } from './document.ts'
import { isIndexable } from './indexable.ts'
import { filterAt, pageOf, pictureOf } from './page-parts.ts'
import { commonData, type PageMaker, type PageRequest, readFacts } from './page-request.ts'
import type { SiteServices } from './site-services.ts'
import { homeData, photoData } from './structured-data.ts'

/** The list of photos at an address, and what it is filtered by. */
type List = { readonly source: ListSource | undefined; readonly filter: PhotoFilter }

/** With 'Show Photostream' in the address, the owner sees what visitors see. */
function homeSource(
  { photos }: SiteServices,
  { url, viewer }: PageRequest,
): ListSource | undefined {
  const isAsked = viewer.isOwner && url.searchParams.get('show') === 'photostream'
  return (isAsked ? photos.photostream() : undefined) ?? photos.listSource(viewer)
}

function listOf(services: SiteServices, request: PageRequest): List {
  const filter = filterAt(services, request.url)
  if (isEmptyFilter(filter)) return { source: homeSource(services, request), filter }
  return { source: services.photos.filteredSource(filter, request.viewer), filter }
}

/**
 * The page of the list that contains the photo, and the photo's neighbours on other pages; empty if
 * the photo is not in the list.
 */
function around(
  { photos }: SiteServices,
  { viewer, facts }: PageRequest,
  id: string,
  source: ListSource | undefined,
): Pick<InitialData, 'photos' | 'neighbours'> {
  if (!source) return {}
  try {
    const page = { limit: facts.uxConfig.photoItemsLoad, around: id }
    const list = photos.list(source, page, viewer)
    const index = list.photos.findIndex((photo) => photo.id === id)
    const isFirst = index === 0 && list.offset > 0
    const isLast = index === list.length - 1 && list.offset + list.length < list.total
    if (!isFirst && !isLast) return { photos: list }
    const { previous, next } = photos.neighbours(source, id, viewer)
    const neighbours = {
      ...(isFirst && previous && { previous }),
      ...(isLast && next && { next }),
    }
    return { photos: list, neighbours }
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return {}
    throw error
  }
}

/**
 * A photo has one address for search engines, however it was found: outside the photostream that of
 * the first public album with it. A photo that only a code opens has the one at which it is shown.
 */
function canonicalPath(
  { photos, albums }: SiteServices,
  id: string,
  inAlbum: string | undefined,
): string {
  const photostream = photos.photostream()
  if (photostream && photos.isIn(photostream, id)) return `/photo/${id}`
  const album = albums.ofPhoto(id, anonymousVisitor)[0]?.id ?? inAlbum
  return album ? `/album/${album}/${id}` : `/photo/${id}`
}

/** A photo in a list, which may be an album's. @throws AppError 404 */
export function pageOfPhoto(
  services: SiteServices,
  request: PageRequest,
  id: string,
  { source, filter, album }: List & { readonly album?: string },
): SitePage {
  const shown = services.photos.get(id, request.viewer)
  const title = photoTitle(shown)
  const description = descriptionBeside(title, shown.description)
  const path = canonicalPath(services, id, album)
  const facts = [takenOn(shown), shown.cameraName, focalLengths(shown), exposureSettings(shown)]
  const page = {
    status: 200,
    title,
    description: description || shown.alt || facts.filter(Boolean).join(' · ') || altText(shown),
    path,
    ...pictureOf(shown),
    structuredData: photoData(shown, path),
    data: {
      ...commonData(services, request),
      photo: shown,
      ...around(services, request, id, source),
    },
  } as const
  return withNames(services, page, filter, request.viewer)
}

/** With the names in the filter of the list around the photo. */
function withNames(
  { photos }: SiteServices,
  page: SitePage,
  filter: PhotoFilter,
  viewer: Viewer,
): SitePage {
  const list = page.data.photos
  if (!list) return page
  const named = photos.namedFilter(filter, viewer)
  return { ...page, data: { ...page.data, photos: { ...list, ...named } } }
}

/** The page for other sites to embed, only of what anyone with the address may see. */
export function embedOf(
  { address }: SiteServices,
  url: URL,
  page: { readonly path: string; readonly title: string; readonly isOpen: boolean },
): Alternate[] {
  const code = url.searchParams.get('code') ?? undefined
  return page.isOpen || code ? oEmbedOf(address() + withCode(page.path, code), page.title) : []
}

export const photoPage: PageMaker<'photo'> = (services, request) => {
  const id = request.parameters.photoId
  const page = pageOfPhoto(services, request, id, listOf(services, request))
  const isOpen = services.photos.find(id, anonymousVisitor) !== undefined
  const embedded = { path: `/photo/${id}`, title: page.title, isOpen }
  return { ...page, alternates: embedOf(services, request.url, embedded) }
}

/** A filtered list's grid, or the first photo of the list at the address. */
export const photosPage: PageMaker<'photos'> = (services, request) => {
  const list = listOf(services, request)
  const { terms, q, cameraModel, order } = list.filter
  const isAsked = cameraModel && request.url.searchParams.get('show') === 'grid'
  const isGrid = q || terms.length > 0 || order || isAsked
  return isGrid ? results(services, request, list) : firstPhoto(services, request, list)
}

function firstPhoto(services: SiteServices, request: PageRequest, list: List): SitePage {
  const first = services.photos.list(list.source, { limit: 1 }, request.viewer).photos[0]
  if (first) {
    const page = pageOfPhoto(services, request, first.id, list)
    const address = `/photo/${first.id}${request.url.search}`
    return { ...page, data: { ...page.data, address } }
  }
  return {
    status: 200,
    title: 'Photos',
    description: 'No photos in this collection',
    path: '/photo',
    data: { ...commonData(services, request), photos: noPhotos },
  }
}

function results(services: SiteServices, request: PageRequest, { source, filter }: List): SitePage {
  const { photos } = services
  const { url, viewer, facts } = request
  const list = photos.list(source, pageOf(url, facts.uxConfig.photoItemsLoad), viewer)
  const query = new URLSearchParams(url.searchParams)
  query.delete('offset')
  query.delete('code')
  const named = photos.namedFilter(filter, viewer)
  const title = filterText(filter, named.names)
  return {
    status: 200,
    title,
    description: `${title} – ${facts.siteName}`,
    path: `/photo?${query}`,
    isUnlisted: !isIndexable(filter, list.total),
    ...pictureOf(list.photos[0]),
    data: {
      ...commonData(services, request),
      photos: { ...list, ...named },
    },
  }
}

export const homePage: PageMaker<'home'> = (services, request) => {
  const { photos, shareImages } = services
  const { url, viewer, facts } = request
  if (!facts.isClaimed) return unclaimed(services)
  const { siteName, user } = facts
  const page = pageOf(url, facts.uxConfig.photoItemsLoad)
  const list = photos.list(homeSource(services, request), page, viewer)
  const photostream = viewer.isOwner ? photos.photostream() : undefined
  const shareImage = shareImages.pictureOf({ kind: 'site' }, viewer, {
    alt: `Photos by ${siteName}`,
  })
  const photostreamTotal = photostream ? photos.page(photostream, { limit: 1 }).total : 0
  return {
    status: 200,
    title: siteName,
    ...(shareImage ? { picture: shareImage } : pictureOf(list.photos[0])),
    description: user.bio || `Photos by ${siteName}`,
    structuredData: homeData(user, list.photos),
    path: page.offset > 0 ? `/?offset=${page.offset}` : '/',
    alternates: feedsOf('', siteName),
    data: {
      ...commonData(services, request),
      photos: list,
      ...(viewer.isOwner && { photostreamTotal }),
    },
  }
}

/** Before the gallery has an owner, everyone sees the same page. */
function unclaimed(services: SiteServices): SitePage {
  const viewer = anonymousVisitor
  const data = commonData(services, { viewer, facts: readFacts(services, viewer) })
  return {
    status: 200,
    title: defaultSiteName,
    description: 'This gallery has not been set up yet',
    path: '/',
    data: { ...data, photos: noPhotos },
  }
}

const noPhotos = { length: 0, total: 0, offset: 0, photos: [] }
