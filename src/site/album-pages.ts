import type { Album } from '../contract/albums/albums.ts'
import { listedAlbums } from '../contract/albums/listed-albums.ts'
import { anonymousVisitor, ownerViewer, type Viewer } from '../contract/people/viewer.ts'
import { descriptionBeside } from '../contract/photos/descriptions.ts'
import { withCode } from '../contract/photos/photo-link.ts'
import { filterText } from '../contract/search/filter-labels.ts'
import { filterQuery, isEmptyFilter, type PhotoFilter } from '../contract/search/photo-filter.ts'
import { countOfPhotos } from '../contract/text/counts.ts'
import { AppError, notFound } from '../core/errors.ts'
import type { ListSource } from '../gallery/photos/lists.ts'
import { feedsOf, oEmbedOf } from './alternates.ts'
import type { Alternate, SitePage } from './document.ts'
import { isIndexable } from './indexable.ts'
import { filterAt, pageOf, pictureOf } from './page-parts.ts'
import { commonData, type PageMaker, type PageRequest } from './page-request.ts'
import { embedOf, pageOfPhoto } from './photo-pages.ts'
import { missingPage } from './plain-pages.ts'
import type { SiteServices } from './site-services.ts'
import { albumData } from './structured-data.ts'

function coverOf(
  coverPic: string | undefined,
  first: SitePage['picture'],
): Pick<SitePage, 'picture'> {
  if (coverPic?.startsWith('/api/')) return { picture: { path: coverPic } }
  return first ? { picture: first } : {}
}

/** The result of `find`, or undefined if it throws a 404. */
function undefinedIfMissing<T>(find: () => T): T | undefined {
  try {
    return find()
  } catch (error) {
    if (error instanceof AppError && error.code === 404) return undefined
    throw error
  }
}

const exists = ({ albums, photos }: SiteServices, id: string, photoId: string): boolean =>
  undefinedIfMissing(() => photos.isIn(albums.source(id, ownerViewer), photoId)) ?? false

/** For the owner: what is missing, the album, the photo, or only the photo in the album. */
function missingInAlbum(
  services: SiteServices,
  request: PageRequest,
  id: string,
  photoId: string,
): SitePage {
  const album = undefinedIfMissing(() => services.albums.get(id, request.viewer))
  const photo = undefinedIfMissing(() => services.photos.get(photoId, request.viewer))
  const page = missingPage(services, request)
  const absence = { ...(album && { album }), ...(photo && { photo }) }
  return { ...page, data: { ...page.data, absence } }
}

/** Neither feed readers nor other sites have a grant, so only the page's address can open them. */
function alternatesOf(
  { albums, address }: SiteServices,
  { id, name }: Album,
  url: URL,
): Alternate[] {
  const isOpen = albums.isOpen(id, anonymousVisitor)
  const code = isOpen ? undefined : (url.searchParams.get('code') ?? undefined)
  if (!isOpen && !code) return []
  const page = address() + withCode(`/album/${id}`, code)
  return [...feedsOf(`/album/${id}`, name, code), ...oEmbedOf(page, name)]
}

function sourceOf(
  { albums, photos }: SiteServices,
  id: string,
  filter: PhotoFilter,
  viewer: Viewer,
): ListSource | undefined {
  const album = albums.source(id, viewer)
  return isEmptyFilter(filter) ? album : photos.filteredSource(filter, viewer, album)
}

export const albumsPage: PageMaker<'albums'> = (services, request) => {
  const { viewer, facts } = request
  const albums = listedAlbums(services.albums.list(viewer), {
    isOwner: viewer.isOwner,
    photostream: facts.uxConfig.photoStreamAlbumId,
  })
  const withCover = albums.find(({ coverPic }) => coverPic.startsWith('/api/'))
  return {
    status: 200,
    title: 'Photo Albums',
    description: `Photo albums – ${facts.siteName}`,
    path: '/album',
    ...coverOf(withCover?.coverPic, undefined),
    data: { ...commonData(services, request), albums: [...albums] },
  }
}

/** The photos of the album at an address, and what they are filtered by. */
function shownPhotos(services: SiteServices, { url, viewer, facts }: PageRequest, id: string) {
  const page = pageOf(url, facts.uxConfig.photoItemsLoad)
  const filter = filterAt(services, url)
  const list = services.photos.list(sourceOf(services, id, filter, viewer), page, viewer)
  return { page, filter, list, named: services.photos.namedFilter(filter, viewer) }
}

/** @throws AppError 404 */
export const albumPage: PageMaker<'album'> = (services, request) => {
  const { url, viewer } = request
  const id = request.parameters.albumId
  const album = services.albums.get(id, viewer)
  const { page, filter, list, named } = shownPhotos(services, request, id)
  const isWhole = isEmptyFilter(filter)
  const found = filterText(filter, named.names)
  const query = filterQuery(filter)
  if (page.offset > 0) query.set('offset', String(page.offset))
  const code = url.searchParams.get('code')
  const shareImage = services.shareImages.pictureOf({ kind: 'albums', id }, viewer, {
    alt: `Photos of the album ${album.name}`,
    ...(code && { code }),
  })
  return {
    status: 200,
    title: isWhole ? album.name : `${album.name}: ${found}`,
    description: isWhole
      ? descriptionBeside(album.name, album.description) || countOfPhotos(album.photoCount)
      : `${found} – ${countOfPhotos(list.total)}`,
    isUnlisted: !isIndexable(filter, list.total),
    path: query.size > 0 ? `/album/${id}?${query}` : `/album/${id}`,
    ...(shareImage
      ? { picture: shareImage }
      : coverOf(album.coverPic, pictureOf(list.photos[0]).picture)),
    alternates: alternatesOf(services, album, url),
    ...(isWhole && { structuredData: albumData(album, list.photos) }),
    data: { ...commonData(services, request), album, photos: { ...list, ...named } },
  }
}

/** @throws AppError 404, also for a photo of another album unless the viewer is the owner. */
export const albumPhotoPage: PageMaker<'albumPhoto'> = (services, request) => {
  const { albums, photos } = services
  const { url, viewer } = request
  const { albumId: id, photoId } = request.parameters
  if (viewer.isOwner && !exists(services, id, photoId)) {
    return missingInAlbum(services, request, id, photoId)
  }
  const filter = filterAt(services, url)
  const source = sourceOf(services, id, filter, viewer)
  if (!source || !photos.isIn(source, photoId)) throw notFound()
  const page = pageOfPhoto(services, request, photoId, { source, filter, album: id })
  const alternates = embedOf(services, url, {
    path: `/album/${id}/${photoId}`,
    title: page.title,
    isOpen: albums.isOpen(id, anonymousVisitor),
  })
  const inAlbum = { id, name: albums.get(id, viewer).name }
  return { ...page, alternates, data: { ...page.data, inAlbum } }
}
