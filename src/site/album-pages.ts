import type { Album } from '../contract/albums.ts'
import { AppError, notFound } from '../contract/app-error.ts'
import { countOfPhotos } from '../contract/counts.ts'
import { descriptionBeside } from '../contract/descriptions.ts'
import { ownerViewer, type Viewer } from '../contract/viewer.ts'
import type { Services } from '../services.ts'
import type { SitePage } from './document.ts'
import type { PhotoPages } from './photo-pages.ts'
import { pageOf, pictureOf, type SitePages } from './site-pages.ts'

export function albumPages(
  { albums, photos, uxConfig, cards }: Services,
  site: SitePages,
  { photoIn }: PhotoPages,
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
      const list = photos.list(albums.source(id, viewer), page, viewer)
      const code = url.searchParams.get('code')
      const card = cards.pictureOf({ kind: 'albums', id }, viewer, {
        alt: `Photos of the album ${album.name}`,
        ...(code && { code }),
      })
      return {
        status: 200,
        title: album.name,
        description:
          descriptionBeside(album.name, album.description) || countOfPhotos(album.photoCount),
        path: `/album/${id}`,
        ...(card ? { picture: card } : coverOf(album, pictureOf(list.photos[0]).picture)),
        data: { ...site.commonData(viewer), album, photos: list },
      }
    },
    /** @throws AppError 404, also for a photo of another album unless the viewer is the owner. */
    photo: (viewer: Viewer, id: string, photoId: string): SitePage => {
      if (viewer.isOwner && !exists(id, photoId)) return missingInAlbum(viewer, id, photoId)
      const source = albums.source(id, viewer)
      if (!photos.isIn(source, photoId)) throw notFound()
      const page = photoIn(viewer, photoId, source)
      const inAlbum = { id, name: albums.get(id, viewer).name }
      return { ...page, path: `/album/${id}/${photoId}`, data: { ...page.data, inAlbum } }
    },
  }
}

const noAlbum = { coverPic: '' } as Album
