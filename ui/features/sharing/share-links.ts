import type { Album } from '../../../src/contract/albums/albums.ts'
import { photoTitle } from '../../../src/contract/photos/photo-facts.ts'
import { photoPath, withCode } from '../../../src/contract/photos/photo-link.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import {
  albumEmbedSize,
  type EmbedSize,
  frameOf,
  photoEmbedSize,
} from '../../../src/contract/site/embed-frame.ts'

/** What is shared; `code` opens the album, if it is known and needed. */
export type Shared = { readonly code: string | undefined } & (
  | { readonly kind: 'photo'; readonly photo: Photo; readonly albumId: string | undefined }
  | { readonly kind: 'album'; readonly album: Album }
)

/** Its addresses on this site, and how it is embedded on others. */
export type SharedLinks = {
  readonly page: string
  readonly embedCode: string
  readonly feed?: string
}

export function linksOf(shared: Shared, origin: string): SharedLinks {
  const addressOf = (path: string) => origin + withCode(path, shared.code)
  const frame = (path: string, title: string, size: EmbedSize) =>
    frameOf(addressOf(`/embed${path}`), title, size)
  if (shared.kind === 'photo') {
    const { photo, albumId } = shared
    return {
      page: addressOf(photoPath(photo, albumId)),
      embedCode: frame(photoPath(photo), photoTitle(photo), photoEmbedSize(photo)),
    }
  }
  const { id, name, photoCount } = shared.album
  return {
    page: addressOf(`/album/${id}`),
    embedCode: frame(`/album/${id}`, name, albumEmbedSize(photoCount)),
    feed: addressOf(`/album/${id}/feed.atom`),
  }
}

/** Whether anyone with the address can open it; undefined if only the server knows. */
export function isKnownOpen(shared: Shared): boolean | undefined {
  if (shared.kind === 'album') return shared.album.code === undefined ? undefined : true
  const { isPublic, visibleIn = [] } = shared.photo
  if (isPublic === undefined) return undefined
  if (shared.code) return true
  return shared.albumId === undefined ? isPublic || visibleIn.length > 0 : undefined
}

/** The public URL's, which the server's pages name; this page may be open at another address. */
export function publicOrigin(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return canonical ? new URL(canonical.href).origin : location.origin
}
