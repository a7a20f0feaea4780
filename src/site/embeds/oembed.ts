import { anonymousVisitor, type Viewer } from '../../contract/people/viewer.ts'
import { titleOrAlt } from '../../contract/photos/photo-facts.ts'
import { withCode } from '../../contract/photos/photo-link.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { widthLadder } from '../../contract/photos/picture-sources.ts'
import { variantPaths } from '../../contract/photos/variants.ts'
import { albumEmbedSize, frameOf } from '../../contract/site/embed-frame.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import { type RenditionVariant, renditionSize, type Size } from '../../images/variants.ts'
import type { Owner } from '../../people/owner/owner.ts'
import { pageAt } from '../page-address.ts'
import type { OEmbedQuery } from './oembed-query.ts'

/** The values of a response by name, in both formats. */
export type OEmbed = Readonly<Record<string, string | number>>

/** The viewer with the address's code, and the error if there were too many wrong codes. */
export type OpenByCode = (code: string) => { viewer: Viewer; refusal?: AppError | undefined }

/** What other sites may keep a response for, in seconds. */
const cacheSeconds = 3600
/** Without a limit, in pixels. */
const usualWidth = 1200

type Limits = Pick<OEmbedQuery, 'maxwidth' | 'maxheight'>

type Gallery = {
  readonly photos: Photos
  readonly albums: Albums
  readonly address: () => string
  readonly owner: Pick<Owner, 'siteName'>
}

/** The request: what its code opens, the code if it opens anything, and the size limits. */
type Asked = { readonly viewer: Viewer; readonly code: string | undefined; readonly limits: Limits }

function everyResponse({ address, owner }: Gallery, title: string, creator: string | null): OEmbed {
  const name = owner.siteName()
  const home = `${address()}/`
  // This site is the address of its owner, not of the others whose photos it shows.
  const isOthers = creator && creator !== name
  return {
    version: '1.0',
    title,
    ...(isOthers ? { author_name: creator } : { author_name: name, author_url: home }),
    provider_name: name,
    provider_url: home,
    cache_age: cacheSeconds,
  }
}

function pictureOf(
  { address }: Gallery,
  variant: 'thumb' | 'resize',
  photo: Photo,
  { limits, code }: Pick<Asked, 'limits' | 'code'>,
) {
  const fitting = fittingPicture(variant, photo, limits)
  if (!fitting) return undefined
  const path = `/api/${variantPaths[variant]}/${photo.fileName}?w=${fitting.w}&f=jpg`
  return { ...fitting.size, url: address() + withCode(path, code) }
}

function thumbnailOf(gallery: Gallery, photo: Photo | undefined, asked: Asked): OEmbed {
  const picture = photo && pictureOf(gallery, 'thumb', photo, asked)
  if (!picture) return {}
  const { url, width, height } = picture
  return { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height }
}

function photoEmbed(gallery: Gallery, photo: Photo, asked: Asked): OEmbed {
  const { limits, code } = asked
  const shared = everyResponse(gallery, titleOrAlt(photo), photo.creator)
  const usual = limits.maxwidth === undefined && limits.maxheight === undefined
  const room = { code, limits: usual ? { maxwidth: usualWidth } : limits }
  // Cut to a square, a photo fits where the smallest whole one is too high.
  const picture =
    pictureOf(gallery, 'resize', photo, room) ?? pictureOf(gallery, 'thumb', photo, room)
  // The format has a type for what cannot be shown in so little space.
  if (!picture) return { type: 'link', ...shared }
  return { type: 'photo', ...shared, ...picture, ...thumbnailOf(gallery, photo, asked) }
}

function albumEmbed(gallery: Gallery, id: string, asked: Asked): OEmbed {
  const { photos, albums, address } = gallery
  const { viewer, limits, code } = asked
  const album = albums.get(id, viewer)
  const first = photos.list(albums.source(id, viewer), { limit: 1 }, viewer).photos[0]
  const usual = albumEmbedSize(album.photoCount)
  const width = Math.min(usual.width, limits.maxwidth ?? usual.width)
  const height = Math.min(usual.height, limits.maxheight ?? usual.height)
  const source = address() + withCode(`/embed/album/${id}`, code)
  return {
    type: 'rich',
    ...everyResponse(gallery, album.name, null),
    width,
    height,
    html: frameOf(source, album.name, { width, height }),
    ...thumbnailOf(gallery, first, asked),
  }
}

/** For a page's address, as anyone who has it sees the page. @throws AppError 400, 404, 429 */
export function oEmbedFor(
  gallery: Gallery,
  { url, ...limits }: OEmbedQuery,
  openByCode: OpenByCode,
): OEmbed {
  if (!URL.canParse(url)) {
    throw new AppError(400, 'url: must be the address of a page', { field: 'url' })
  }
  const page = new URL(url)
  if (page.origin !== new URL(gallery.address()).origin) throw notFound()
  const given = page.searchParams.get('code') || undefined
  const { viewer, refusal } = given ? openByCode(given) : { viewer: anonymousVisitor }
  const code = viewer.grants.length > 0 ? given : undefined
  try {
    return embedAt(gallery, page.pathname, { viewer, code, limits })
  } catch (error) {
    const isMissing = error instanceof AppError && error.code === 404
    throw isMissing && refusal ? refusal : error
  }
}

/** Only photos and albums can be embedded. @throws AppError 404 */
function embedAt(gallery: Gallery, path: string, asked: Asked): OEmbed {
  const { photos, albums } = gallery
  const page = pageAt(path)
  const { albumId = '', photoId = '' } = page?.parameters ?? {}
  if (page?.id === 'photo') return photoEmbed(gallery, photos.get(photoId, asked.viewer), asked)
  if (page?.id === 'album') return albumEmbed(gallery, albumId, asked)
  if (page?.id !== 'albumPhoto' || !photos.isIn(albums.source(albumId, asked.viewer), photoId)) {
    throw notFound()
  }
  return photoEmbed(gallery, photos.get(photoId, asked.viewer), asked)
}

/** The largest of the fixed widths that fits; undefined if none does. */
function fittingPicture(
  variant: RenditionVariant,
  photo: Size,
  { maxwidth = Number.POSITIVE_INFINITY, maxheight = Number.POSITIVE_INFINITY }: Limits,
): { w: number; size: Size } | undefined {
  return widthLadder[variant]
    .map((w) => ({ w, size: renditionSize(variant, w, photo) }))
    .findLast(({ size }) => size.width <= maxwidth && size.height <= maxheight)
}
