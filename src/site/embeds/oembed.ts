import { isUuid } from '../../contract/envelope.ts'
import { anonymousVisitor, type Viewer } from '../../contract/people/viewer.ts'
import { titleOrAlt } from '../../contract/photos/photo-facts.ts'
import { withCode } from '../../contract/photos/photo-link.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { widthLadder } from '../../contract/photos/picture-sources.ts'
import { albumEmbedSize, frameOf } from '../../contract/site/embed-frame.ts'
import { variantPaths } from '../../contract/vocabulary.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import { type RenditionVariant, renditionSize, type Size } from '../../images/variants.ts'
import type { OEmbedQuery } from './oembed-query.ts'

/** The values of a response by name, in both formats. */
export type OEmbed = Readonly<Record<string, string | number>>

/** The viewer that the address's code makes, and the refusal if there were too many wrong codes. */
export type OpenByCode = (code: string) => { viewer: Viewer; refusal?: AppError | undefined }

/** What other sites may keep a response for, in seconds. */
const cacheSeconds = 3600
/** Without a limit, in pixels. */
const usualWidth = 1200

type Limits = Pick<OEmbedQuery, 'maxwidth' | 'maxheight'>

export function createOEmbed({
  photos,
  albums,
  address,
  ownerName,
}: {
  photos: Photos
  albums: Albums
  address: () => string
  ownerName: () => string
}) {
  /** This site is the address of its owner, not of the others whose photos it shows. */
  const authorOf = (creator: string | null): OEmbed =>
    creator && creator !== ownerName()
      ? { author_name: creator }
      : { author_name: ownerName(), author_url: `${address()}/` }

  const everyResponse = (title: string, creator: string | null): OEmbed => ({
    version: '1.0',
    title,
    ...authorOf(creator),
    provider_name: ownerName(),
    provider_url: `${address()}/`,
    cache_age: cacheSeconds,
  })

  const pictureOf = (
    variant: 'thumb' | 'resize',
    photo: Photo,
    limits: Limits,
    code: string | undefined,
  ) => {
    const fitting = fittingPicture(variant, photo, limits)
    if (!fitting) return undefined
    const path = `/api/${variantPaths[variant]}/${photo.fileName}?w=${fitting.w}&f=jpg`
    return { ...fitting.size, url: address() + withCode(path, code) }
  }
  const thumbnailOf = (
    photo: Photo | undefined,
    limits: Limits,
    code: string | undefined,
  ): OEmbed => {
    const picture = photo && pictureOf('thumb', photo, limits, code)
    if (!picture) return {}
    const { url, width, height } = picture
    return { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height }
  }

  const photoEmbed = (photo: Photo, limits: Limits, code: string | undefined): OEmbed => {
    const shared = everyResponse(titleOrAlt(photo), photo.creator)
    const usual = limits.maxwidth === undefined && limits.maxheight === undefined
    const room = usual ? { maxwidth: usualWidth } : limits
    // Cut to a square, a photo fits where the smallest whole one is too high.
    const picture = pictureOf('resize', photo, room, code) ?? pictureOf('thumb', photo, room, code)
    // The format has a type for what cannot be shown in so little space.
    if (!picture) return { type: 'link', ...shared }
    return {
      type: 'photo',
      ...shared,
      ...picture,
      ...thumbnailOf(photo, limits, code),
    }
  }

  const albumEmbed = (
    id: string,
    viewer: Viewer,
    limits: Limits,
    code: string | undefined,
  ): OEmbed => {
    const album = albums.get(id, viewer)
    const first = photos.list(albums.source(id, viewer), { limit: 1 }, viewer).photos[0]
    const usual = albumEmbedSize(album.photoCount)
    const width = Math.min(usual.width, limits.maxwidth ?? usual.width)
    const height = Math.min(usual.height, limits.maxheight ?? usual.height)
    const source = address() + withCode(`/embed/album/${id}`, code)
    return {
      type: 'rich',
      ...everyResponse(album.name, null),
      width,
      height,
      html: frameOf(source, album.name, { width, height }),
      ...thumbnailOf(first, limits, code),
    }
  }

  /** For a page's address, as anyone who has it sees the page. @throws AppError 400, 404, 429 */
  return ({ url, ...limits }: OEmbedQuery, openByCode: OpenByCode): OEmbed => {
    if (!URL.canParse(url)) {
      throw new AppError(400, 'url: must be the address of a page', { field: 'url' })
    }
    const page = new URL(url)
    if (page.origin !== new URL(address()).origin) throw notFound()
    const given = page.searchParams.get('code') || undefined
    const { viewer, refusal } = given ? openByCode(given) : { viewer: anonymousVisitor }
    const code = viewer.grants.length > 0 ? given : undefined
    try {
      const [, kind, id = '', photoId, ...others] = page.pathname.split('/')
      const isPage = others.length === 0 && isUuid(id) && (photoId === undefined || isUuid(photoId))
      if (kind === 'photo' && isPage && photoId === undefined) {
        return photoEmbed(photos.get(id, viewer), limits, code)
      }
      if (kind !== 'album' || !isPage) throw notFound()
      if (photoId === undefined) return albumEmbed(id, viewer, limits, code)
      if (!photos.isIn(albums.source(id, viewer), photoId)) throw notFound()
      return photoEmbed(photos.get(photoId, viewer), limits, code)
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === 404
      throw isMissing && refusal ? refusal : error
    }
  }
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
