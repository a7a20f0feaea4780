import { statSync } from 'node:fs'
import { anonymousVisitor, isAnonymous, type Viewer } from '../../contract/people/viewer.ts'
import { descriptionBeside } from '../../contract/photos/descriptions.ts'
import { withCode } from '../../contract/photos/photo-link.ts'
import { filterValue } from '../../contract/search/photo-filter.ts'
import { countOfPhotos } from '../../contract/text/counts.ts'
import { notFound } from '../../core/errors.ts'
import type { SiteServices } from '../site-services.ts'
import type { Feed, Publisher } from './feed.ts'

/** The most photos in a feed. */
const maxEntries = 30

/** When a UUID of version 7 was made, which begins with that time; undefined for other texts. */
function madeAt(id: string): Date | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? []
  return high && low ? new Date(Number.parseInt(high + low, 16)) : undefined
}

/** What each feed contains; `format` is the ending of its address. */
export function createFeeds(services: SiteServices) {
  const { photos, cameras, newestPhotos, owner, address, uxConfig, library } = services
  /** A name that stays the same when the gallery moves to another port or to https (RFC 4151). */
  const tagOf = (path: string) => {
    const host = new URL(address()).hostname.replace(/[^\w.-]/g, '-')
    return `tag:${host},2026:${path}`
  }
  const publisher = (): Publisher => ({
    name: owner.siteName(),
    publicUrl: address(),
    pic: owner.user(anonymousVisitor).pic,
  })

  const { birthtimeMs, mtimeMs } = statSync(library.databasePath)
  /** Not every file system records when a file was created. */
  const galleryBegan = new Date(birthtimeMs || mtimeMs)

  /** The photostream's photos with a value. @throws AppError 404 if there are none. */
  const partOf = async (key: 'keyword' | 'camera', value: string, format: string) => {
    const filter = { terms: [{ key, isExcluded: false, values: [value] }] }
    const found = await newestPhotos(
      photos.filteredSource(filter, anonymousVisitor),
      anonymousVisitor,
      maxEntries,
    )
    if (found.length === 0) throw notFound()
    const path = `/${key}/${encodeURIComponent(value)}`
    return {
      id: tagOf(path),
      path,
      feedPath: `${path}/feed.${format}`,
      photos: found,
      since: galleryBegan,
    }
  }

  return {
    publisher,
    photostream: async (format: string): Promise<Feed> => {
      if (!owner.isClaimed()) throw notFound()
      return {
        id: tagOf('/photostream'),
        title: owner.siteName(),
        description: owner.user(anonymousVisitor).bio,
        path: '/',
        feedPath: `/feed.${format}`,
        photos: await newestPhotos(photos.photostream(), anonymousVisitor, maxEntries),
        since: madeAt(uxConfig.get().photoStreamAlbumId) ?? galleryBegan,
      }
    },
    /** `code` opened it for the viewer, if it needs one. @throws AppError 404 */
    album: (id: string, format: string, viewer: Viewer, code: string | undefined): Promise<Feed> =>
      albumFeed(services, { id, format, viewer, code, galleryBegan }),
    /** @throws AppError 404 unless the photostream has a photo with this keyword. */
    keyword: async (word: string, format: string): Promise<Feed> => {
      const value = filterValue('keyword', word)
      if (value === undefined) throw notFound()
      const part = await partOf('keyword', value, format)
      const written = part.photos
        .flatMap(({ photo }) => photo.keywords)
        .find((keyword) => filterValue('keyword', keyword) === value)
      const title = written ?? value
      return { ...part, title, description: `${title} – ${owner.siteName()}` }
    },
    /** @throws AppError 404 unless the photostream has a photo taken with this camera. */
    camera: async (id: string, format: string): Promise<Feed> => {
      await cameras.prepare(anonymousVisitor)
      const own = cameras.idOf(id)
      const camera = cameras.list(anonymousVisitor).find((one) => one.id === own)
      if (!camera) throw notFound()
      const title = camera.name
      return {
        ...(await partOf('camera', camera.id, format)),
        title,
        description: `${title} – ${owner.siteName()}`,
      }
    },
  }
}

async function albumFeed(
  { albums, newestPhotos }: SiteServices,
  {
    id,
    format,
    viewer,
    code,
    galleryBegan,
  }: {
    readonly id: string
    readonly format: string
    readonly viewer: Viewer
    readonly code: string | undefined
    readonly galleryBegan: Date
  },
): Promise<Feed> {
  const album = albums.get(id, viewer)
  const needed = isAnonymous(viewer) || albums.isOpen(id, anonymousVisitor) ? undefined : code
  const description = descriptionBeside(album.name, album.description)
  return {
    id: `urn:uuid:${id}`,
    title: album.name,
    description: description || countOfPhotos(album.photoCount),
    path: withCode(`/album/${id}`, needed),
    feedPath: withCode(`/album/${id}/feed.${format}`, needed),
    album: id,
    ...(needed && { code: needed }),
    photos: await newestPhotos(albums.source(id, viewer), viewer, maxEntries),
    since: madeAt(id) ?? galleryBegan,
  }
}
