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
import { defaultSiteName } from '../contract/vocabulary.ts'
import { AppError } from '../core/errors.ts'
import type { ListSource } from '../gallery/photos/lists.ts'
import { feedsOf, oEmbedOf } from './alternates.ts'
import type { SitePage } from './document.ts'
import { isIndexable } from './indexable.ts'
import { pageOf, pictureOf, type SitePages } from './site-pages.ts'
import type { SiteServices } from './site-services.ts'
import { homeData, photoData } from './structured-data.ts'

/** The list of photos at an address, and what it is filtered by. */
type List = { readonly source: ListSource | undefined; readonly filter: PhotoFilter }

export type PhotoPages = ReturnType<typeof photoPages>

export function photoPages(services: SiteServices, site: SitePages) {
  const { photos, albums, uxConfig, owner, address, cards } = services

  /** With 'Show Photostream' in the address, the owner sees what visitors see. */
  const homeSource = ({ searchParams }: URL, viewer: Viewer): ListSource | undefined => {
    const isAsked = viewer.isOwner && searchParams.get('show') === 'photostream'
    return (isAsked ? photos.photostream() : undefined) ?? photos.listSource(viewer)
  }
  const listOf = (url: URL, viewer: Viewer): List => {
    const filter = site.filterAt(url)
    if (isEmptyFilter(filter)) return { source: homeSource(url, viewer), filter }
    return { source: photos.filteredSource(filter, viewer), filter }
  }

  /**
   * The page of the list that contains the photo, and the photo's neighbours on other pages; empty if
   * the photo is not in the list.
   */
  const around = (
    id: string,
    source: ListSource | undefined,
    viewer: Viewer,
  ): Pick<InitialData, 'photos' | 'neighbours'> => {
    if (!source) return {}
    try {
      const page = { limit: uxConfig.get().photoItemsLoad, around: id }
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
  const canonicalPath = (id: string, inAlbum: string | undefined): string => {
    const photostream = photos.photostream()
    if (photostream && photos.isIn(photostream, id)) return `/photo/${id}`
    const album = albums.ofPhoto(id, anonymousVisitor)[0]?.id ?? inAlbum
    return album ? `/album/${album}/${id}` : `/photo/${id}`
  }

  /** @throws AppError 404 */
  const photoIn = (
    viewer: Viewer,
    id: string,
    source: ListSource | undefined,
    inAlbum?: string,
  ): SitePage => {
    const shown = photos.get(id, viewer)
    const title = photoTitle(shown)
    const description = descriptionBeside(title, shown.description)
    const path = canonicalPath(id, inAlbum)
    const facts = [takenOn(shown), shown.cameraName, focalLengths(shown), exposureSettings(shown)]
    return {
      status: 200,
      title,
      description: description || shown.alt || facts.filter(Boolean).join(' · ') || altText(shown),
      path,
      ...pictureOf(shown),
      structuredData: photoData(shown, path),
      data: { ...site.commonData(viewer), photo: shown, ...around(id, source, viewer) },
    }
  }

  /** Only for what anyone with the address may see. */
  const embedOf = (path: string, url: URL, isOpen: boolean, title: string) => {
    const code = url.searchParams.get('code') ?? undefined
    return isOpen || code ? oEmbedOf(address() + withCode(path, code), title) : []
  }

  /** With the names in the filter of the list around the photo. */
  const withNames = (page: SitePage, filter: PhotoFilter, viewer: Viewer): SitePage => {
    const list = page.data.photos
    if (!list) return page
    const named = photos.namedFilter(filter, viewer)
    return { ...page, data: { ...page.data, photos: { ...list, ...named } } }
  }

  const photo = (viewer: Viewer, id: string, url: URL): SitePage => {
    const { source, filter } = listOf(url, viewer)
    const page = withNames(photoIn(viewer, id, source), filter, viewer)
    const isOpen = photos.find(id, anonymousVisitor) !== undefined
    return { ...page, alternates: embedOf(`/photo/${id}`, url, isOpen, page.title) }
  }

  const firstPhoto = (viewer: Viewer, url: URL): SitePage => {
    const { source, filter } = listOf(url, viewer)
    const first = photos.list(source, { limit: 1 }, viewer).photos[0]
    if (first) {
      const page = withNames(photoIn(viewer, first.id, source), filter, viewer)
      return { ...page, data: { ...page.data, address: `/photo/${first.id}${url.search}` } }
    }
    return {
      status: 200,
      title: 'Photos',
      description: 'No photos to show',
      path: '/photo',
      data: { ...site.commonData(viewer), photos: noPhotos },
    }
  }

  const results = (viewer: Viewer, url: URL, { source, filter }: List): SitePage => {
    const list = photos.list(source, pageOf(url, uxConfig.get().photoItemsLoad), viewer)
    const query = new URLSearchParams(url.searchParams)
    query.delete('offset')
    query.delete('code')
    const named = photos.namedFilter(filter, viewer)
    const title = filterText(filter, named.names)
    return {
      status: 200,
      title,
      description: `${title} – ${site.name()}`,
      path: `/photo?${query}`,
      isUnlisted: !isIndexable(filter, list.total),
      ...pictureOf(list.photos[0]),
      data: {
        ...site.commonData(viewer),
        photos: { ...list, ...named },
      },
    }
  }

  const home = (url: URL, viewer: Viewer): SitePage => {
    if (!owner.isClaimed()) return unclaimed()
    const name = site.name()
    const user = owner.user(viewer)
    const page = pageOf(url, uxConfig.get().photoItemsLoad)
    const list = photos.list(homeSource(url, viewer), page, viewer)
    const photostream = viewer.isOwner ? photos.photostream() : undefined
    const card = cards.pictureOf({ kind: 'site' }, viewer, { alt: `Photos by ${name}` })
    const photostreamTotal = photostream ? photos.page(photostream, { limit: 1 }).total : 0
    return {
      status: 200,
      title: name,
      ...(card ? { picture: card } : pictureOf(list.photos[0])),
      description: user.bio || `Photos by ${name}`,
      structuredData: homeData(user, list.photos),
      path: page.offset > 0 ? `/?offset=${page.offset}` : '/',
      alternates: feedsOf('', name),
      data: {
        ...site.commonData(viewer),
        photos: list,
        ...(viewer.isOwner && { photostreamTotal }),
      },
    }
  }

  const unclaimed = (): SitePage => ({
    status: 200,
    title: defaultSiteName,
    description: 'This gallery has not been set up yet',
    path: '/',
    data: { ...site.commonData(anonymousVisitor), photos: noPhotos },
  })

  return {
    home,
    photo,
    photoIn,
    withNames,
    embedOf,
    /** /photo: a filtered list's grid, or the first photo of the list at the address. */
    photos: (viewer: Viewer, url: URL): SitePage => {
      const list = listOf(url, viewer)
      const { terms, q, cameraModel } = list.filter
      const isAsked = cameraModel && url.searchParams.get('show') === 'grid'
      const isGrid = q || terms.length > 0 || isAsked
      return isGrid ? results(viewer, url, list) : firstPhoto(viewer, url)
    },
  }
}

const noPhotos = { length: 0, total: 0, offset: 0, photos: [] }
