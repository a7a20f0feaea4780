import { albumHeading, albumList } from '../albums/plain-pages.ts'
import type { Album } from '../contract/albums.ts'
import { notFound } from '../contract/app-error.ts'
import { homeTexts } from '../contract/home-texts.ts'
import type { Viewer } from '../contract/viewer.ts'
import { html } from '../http/html.ts'
import type { ShellPage } from '../http/shell.ts'
import { notice, photoGrid } from '../photos/plain-pages.ts'
import type { Services } from '../services.ts'
import type { PhotoPages } from './photo-pages.ts'
import { pageOf, pictureOf, type SitePages } from './site.ts'

/** The pages of albums: the list, one with its photos, and a photo in it. */
export function albumPages(
  { albums, photos, uxConfig }: Services,
  site: SitePages,
  { photoIn }: PhotoPages,
) {
  const coverOf = (
    { coverPic }: Album,
    first: ShellPage['picture'],
  ): Pick<ShellPage, 'picture'> => {
    if (coverPic.startsWith('/api/')) {
      const fileName = coverPic.split('/').at(-1)!
      return { picture: { path: `/api/landscapes/${fileName}` } }
    }
    return first ? { picture: first } : {}
  }

  return {
    list: (viewer: Viewer): ShellPage => {
      const all = albums.list(viewer)
      return {
        status: 200,
        title: 'Photo Albums',
        description: `The photo albums of ${site.name()}`,
        path: '/album',
        ...coverOf(all.find(({ coverPic }) => coverPic.startsWith('/api/')) ?? noAlbum, undefined),
        content: albumList(all),
        data: { ...site.commonData(viewer), albums: all },
      }
    },
    /** @throws AppError 404. */
    album: (viewer: Viewer, id: string, url: URL): ShellPage => {
      const config = uxConfig.get()
      const album = albums.get(id, viewer)
      const source = albums.source(id, viewer)
      const list = photos.list(source, pageOf(url, config.photoItemsLoad), viewer)
      const code = url.searchParams.get('code')
      const query = code ? `?${new URLSearchParams({ code })}` : ''
      const grid = photoGrid(list, config, {
        photoHref: (photo) => `/album/${id}/${photo}${query}`,
        pageHref: (offset) =>
          `/album/${id}${query}${offset > 0 ? `${query ? '&' : '?'}offset=${offset}` : ''}`,
      })
      const empty = notice('No photos in this album yet', 'The first ones will appear here.')
      return {
        status: 200,
        title: album.name,
        description: album.description || `An album of ${album.photoCount} photos`,
        path: `/album/${id}`,
        ...coverOf(album, pictureOf(list.photos[0]).picture),
        content: html`${albumHeading(album)}${list.length > 0 ? grid : empty}`,
        data: { ...site.commonData(viewer), album, photos: list },
      }
    },
    /** @throws AppError 404, for a photo of another album too. */
    photo: (viewer: Viewer, id: string, photoId: string, url: URL): ShellPage => {
      const source = albums.source(id, viewer)
      if (!photos.isIn(source, photoId)) throw notFound()
      const page = photoIn(viewer, photoId, {
        source,
        photoHref: (other) => `/album/${id}/${other}${url.search}`,
        gridHref: `/album/${id}${url.search}`,
        gridText: homeTexts.allPhotos,
      })
      return { ...page, path: `/album/${id}/${photoId}` }
    },
  }
}

const noAlbum = { coverPic: '' } as Album
