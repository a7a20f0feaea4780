import type { Viewer } from '../../contract/people/viewer.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import { variantPaths } from '../../contract/photos/variants.ts'
import { AppError } from '../../core/errors.ts'
import type { PhotoStore } from './store.ts'

/**
 * A chosen picture (cover, profile) as stored: an https address in `pic`, or a photo's row id with
 * the image folder ('/api/squares/') in `pic`, so that it follows the photo's current fileName.
 */
export type PictureReference = { readonly pic: string; readonly photo: number | null }

const ownImage = new RegExp(
  `^(/api/(?:${Object.values(variantPaths).join('|')})/)([0-9a-f]{32}\\.jpg)(?:\\?[\\w=&]*)?$`,
)
/** Another picture of this site, such as '/photo-album.jpg'. */
const ownPath = /^\/(?!api\/)[\w-][\w./-]*$/

/** The URL standard allows ';' and ',' in a host, but it goes into the content security policy. */
const isHttps = (address: string): boolean =>
  /^https:\/\/[^/\s]\S*$/.test(address) &&
  URL.canParse(address) &&
  /^[\w.-]+$/.test(new URL(address).hostname)

/** @throws AppError 400 naming `field` unless it is '', an https address or a path on this site. */
export function pictureReference(
  photos: PhotoStore,
  address: string,
  field: string,
): PictureReference {
  if (address === '') return { pic: '', photo: null }
  const own = ownImage.exec(address)
  const photo = own && photos.imageByFileName(own[2]!, ownerViewer)
  if (own && photo) return { pic: own[1]!, photo: photo.row_id }
  const isOwnPath = ownPath.test(address) && !address.includes('..')
  if (isOwnPath || isHttps(address)) return { pic: address, photo: null }
  throw new AppError(
    400,
    `${field} must be the address of a photo in this gallery or an https:// address`,
    {
      field,
    },
  )
}

export function pictureAddresses(
  photos: PhotoStore,
  references: readonly PictureReference[],
  viewer: Viewer,
): string[] {
  const fileNames = photos.fileNames(
    references.flatMap(({ photo }) => photo ?? []),
    viewer,
  )
  return references.map(({ pic, photo }) => {
    if (!pic.startsWith('/api/')) return pic
    const fileName = photo === null ? undefined : fileNames.get(photo)
    return fileName ? pic + fileName : ''
  })
}
