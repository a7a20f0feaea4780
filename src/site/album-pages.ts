import type { Album } from '../contract/albums/albums.ts'
import { anonymousVisitor, ownerViewer, type Viewer } from '../contract/people/viewer.ts'
import { descriptionBeside } from '../contract/photos/descriptions.ts'
import { withCode } from '../contract/photos/photo-link.ts'
import { filterText } from '../contract/search/filter-labels.ts'
import { filterQuery, isEmptyFilter, type PhotoFilter } from '../contract/search/photo-filter.ts'
import { countOfPhotos } from '../contract/text/counts.ts'
import { AppError, notFound } from '../core/errors.ts'
import type { ListSource } from '../gallery/photos/lists.ts'
import { feedsOf, oEmbedOf } from './alternates.ts'
import type { SitePage } from './document.ts'
import { isIndexable } from './indexable.ts'
import type { PhotoPages } from './photo-pages.ts'
import { pageOf, pictureOf, type SitePages } from './site-pages.ts'
import type { SiteServices } from './site-services.ts'
import { albumData } from './structured-data.ts'

export function albumPages(
  { albums, photos, uxConfig, cards, address }: SiteServices,
  site: SitePages,
  { photoIn, withNames, embedOf }: PhotoPages,
) {
  const coverOf = ({ coverPic }: Album, first: SitePage['picture']): Pick<SitePage, 'picture'> => {
    if (coverPic.startsWith('/api/')) return { picture: { path: coverPic } }
    return first ? { picture: first } : {}
  }

  /** The result of `find`, or undefined if it throws a 404. */
  const undefinedIfMissing = <T>(find: () => T): T | undefined => {
    try {
      return find()
    } catch (error) {
      if (error instanceof AppError && error.code === 404) return undefined
      throw error
    }
  }

  const exists = (id: string, photoId: string): boolean =>
    undefinedIfMissing(() => photos.isIn(albums.source(id, ownerViewer), photoId)) ?? false

  const missingInAlbum = (viewer: Viewer, id: string, photoId: string): SitePage => {
    const album = undefinedIfMissing(() => albums.get(id, viewer))
    const photo = undefinedIfMissing(() => photos.get(photoId, viewer))
    const page = site.missing(viewer)
    const absence = { ...(album && { album }), ...(photo && { photo }) }
    return { ...page, data: { ...page.data, absence } }
  }

  /** Neither feed readers nor other sites have a grant, so only the page's address can open them. */
  const alternatesOf = ({ id, name }: Album, url: URL) => {
    const isOpen = albums.isOpen(id, anonymousVisitor)
    const code = isOpen ? undefined : (url.searchParams.get('code') ?? undefined)
    if (!isOpen && !code) return []
    const page = address() + withCode(`/album/${id}`, code)
    return [...feedsOf(`/album/${id}`, name, code), ...oEmbedOf(page, name)]
  }

  const sourceOf = (id: string, filter: PhotoFilter, viewer: Viewer): ListSource | undefined => {
    const album = albums.source(id, viewer)
    return isEmptyFilter(filter) ? album : photos.filteredSource(filter, viewer, album)
  }

  return {
    list: (viewer: Viewer): SitePage => {
      const all = albums.list(viewer)
      return {
        status: 200,
        title: 'Photo Albums',
        description: `Photo albums – ${site.name()}`,
        path: '/album',
        ...coverOf(all.find(({ coverPic }) => coverPic.startsWith('/api/')) ?? noAlbum, undefined),
        data: { ...site.commonData(viewer), albums: all },
      }
    },
    /** @throws AppError 404. */
    album: (viewer: Viewer, id: string, url: URL): SitePage => {
      const album = albums.get(id, viewer)
      const page = pageOf(url, uxConfig.get().photoItemsLoad)
      const filter = site.filterAt(url)
      const list = photos.list(sourceOf(id, filter, viewer), page, viewer)
      const named = photos.namedFilter(filter, viewer)
      const isWhole = isEmptyFilter(filter)
      const found = filterText(filter, named.names)
      const query = filterQuery(filter)
      if (page.offset > 0) query.set('offset', String(page.offset))
      const code = url.searchParams.get('code')
      const card = cards.pictureOf({ kind: 'albums', id }, viewer, {
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
        ...(card ? { picture: card } : coverOf(album, pictureOf(list.photos[0]).picture)),
        alternates: alternatesOf(album, url),
        ...(isWhole && { structuredData: albumData(album, list.photos) }),
        data: { ...site.commonData(viewer), album, photos: { ...list, ...named } },
      }
    },
    /** @throws AppError 404, also for a photo of another album unless the viewer is the owner. */
    photo: (viewer: Viewer, id: string, photoId: string, url: URL): SitePage => {
      if (viewer.isOwner && !exists(id, photoId)) return missingInAlbum(viewer, id, photoId)
      const filter = site.filterAt(url)
      const source = sourceOf(id, filter, viewer)
      if (!source || !photos.isIn(source, photoId)) throw notFound()
      const page = withNames(photoIn(viewer, photoId, source, id), filter, viewer)
      const inAlbum = { id, name: albums.get(id, viewer).name }
      const alternates = embedOf(
        `/album/${id}/${photoId}`,
        url,
        albums.isOpen(id, anonymousVisitor),
        page.title,
      )
      return { ...page, alternates, data: { ...page.data, inAlbum } }
    },
  }
}

const noAlbum = { coverPic: '' } as Album
