import { canvasSize, type Rect } from '../contract/photos/crop.ts'
import type { Edit } from '../contract/photos/photos.ts'
import {
  adobeRgbCompatibleProfile,
  displayP3Profile,
  iccProfileOf,
  profileKind,
  smallMatrixProfile,
} from './colour.ts'
import type { JpegStructure } from './jpeg.ts'
import { type JpegFile, openJpeg } from './jpeg-file.ts'
import type { Size } from './variants.ts'

export type Picture = {
  readonly bytes: Uint8Array
  readonly structure: JpegStructure
  /** EXIF's 1 to 8, by which the stored pixels become upright. */
  readonly orientation: number
  /** The profile in its renditions; null for sRGB, which needs none. */
  readonly icc: Uint8Array | null
  /** The profile of the decoded pixels, even sRGB's; null if the file has none. */
  readonly profile: Uint8Array | null
  /** The profile from which renditions are converted to `icc`; null if they keep their values. */
  readonly table: Uint8Array | null
  /** Whether decoding must convert using the file's own profile (CMYK, Lab). */
  readonly mustConvert: boolean
  /** Upright pixels, before rotation and crop. */
  readonly full: Size
  /** Degrees clockwise, and the visible part of the rotated canvas. */
  readonly rotation: number
  readonly crop: Rect
  /** In pixels, after rotation and crop. */
  readonly size: Size
  /** A path for pixels rotated by other than right angles. */
  readonly temporary?: () => string
}

/** `isAdobeRgb` means that only EXIF marks the file as Adobe RGB. */
export function pictureOf(
  file: Uint8Array | JpegFile,
  orientation: number,
  isAdobeRgb: boolean,
): Picture {
  const { bytes, structure } = file instanceof Uint8Array ? openJpeg(file) : file
  const { width, height, components } = structure.frame
  const embedded = iccProfileOf(bytes, structure)
  const kind = embedded ? profileKind(embedded) : 'srgb'
  const isColour = components === 3
  const added = isAdobeRgb && !embedded && isColour ? adobeRgbCompatibleProfile() : null
  const full = orientation >= 5 ? { width: height, height: width } : { width, height }
  const table = kind === 'table' && isColour ? embedded : null
  const own = kind === 'rgb' && isColour && embedded ? smallMatrixProfile(embedded) : added
  return {
    bytes,
    structure,
    orientation,
    icc: table ? displayP3Profile() : own,
    table,
    profile: kind !== 'other' && isColour && embedded ? embedded : added,
    mustConvert: components === 4 || kind === 'other',
    full,
    rotation: 0,
    crop: { x: 0, y: 0, ...full },
    size: full,
  }
}

export function editedPicture(
  picture: Picture,
  edit: Edit | null,
  temporary: () => string,
): Picture {
  if (!edit) return picture
  const { rotation, x, y, width, height } = edit
  const size = { width, height }
  return { ...picture, rotation, crop: { x, y, ...size }, size, temporary }
}

export function rotatedPicture(
  picture: Picture,
  rotation: number,
  temporary: () => string,
): Picture {
  const size = canvasSize(picture.full, rotation)
  return { ...picture, rotation, crop: { x: 0, y: 0, ...size }, size, temporary }
}
