import { editedPicture, pictureOf } from '../../images/picture.ts'
import { makeEditedOriginal, makePublicOriginal } from '../../images/public-original.ts'
import { renderOne } from '../../images/render.ts'
import { creditsOf, type Rights } from '../../images/rights.ts'
import { renditionSize } from '../../images/variants.ts'
import type { RenditionKey } from '../../storage/media-keys.ts'
import { editOf, type ImageRow } from './row.ts'

/**
 * Makes one picture of a photo as it is edited: a rendition, or its public original.
 * @throws Error if the original cannot be decoded.
 */
export function renderPicture(
  photo: ImageRow,
  { variant, width, format, no_ai }: RenditionKey,
  source: Uint8Array,
  temporary: () => string,
): Promise<Uint8Array> | Uint8Array {
  const edit = editOf(photo)
  const whole = pictureOf(source, photo.orientation, photo.adobe_rgb === 1)
  const picture = editedPicture(whole, edit, temporary)
  if (variant === 'original') {
    const rights = publicRights(photo, no_ai === 1)
    return edit
      ? makeEditedOriginal(picture, rights)
      : makePublicOriginal(picture.bytes, rights, picture.icc)
  }
  const size = renditionSize(variant, width, picture.size)
  return renderOne(picture, { variant, size, format }, creditsOf(photo, no_ai === 1))
}

const publicRights = (photo: ImageRow, keepsAiOut: boolean): Rights => ({
  orientation: photo.orientation,
  creator: photo.creator,
  copyright: photo.copyright,
  usageTerms: photo.usage_terms,
  webStatement: photo.web_statement,
  credit: photo.credit,
  licensorUrl: photo.licensor_url,
  keepsAiOut,
})
