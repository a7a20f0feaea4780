import type { MetadataSource } from './metadata-source.ts'
import { cleanLine } from './metadata-text.ts'

/** What identifies a photo in another file; see src/imports/intake/match.ts. */
export type PhotoIdentity = FrameIdentity & {
  /** XMP's OriginalDocumentID, which stays the same from the raw file to each export. */
  documentId: string | null
  cameraSerial: string | null
}

/** What a file contains about its frame and camera, and a photo's row does not. */
export type FrameIdentity = {
  /** EXIF's ImageUniqueID. Some phones write the same one into every photo. */
  imageUniqueId: string | null
  /** EXIF's ImageNumber. */
  imageNumber: number | null
  /** The same as Adobe's programs read it from raw files, where it can be another counter. */
  rawImageNumber: number | null
  ownerName: string | null
  /** DNG's UniqueCameraModel, the same in every country. */
  uniqueCameraModel: string | null
}

const placeholder = /^(x+|f+|9{6,}|none|unknown|undefined|null|na)$/

const nameLimit = 200

/** Never throws. */
export function readIdentity(source: MetadataSource): PhotoIdentity {
  const { xmp } = source
  const first = (...texts: string[]) => {
    const lines = texts.map((text) => cleanLine(text, nameLimit)).filter((line) => line !== '')
    return lines.find((line) => identifierOf(line) !== undefined) ?? lines[0] ?? null
  }
  return {
    documentId: first(xmp.text('xmpMM:OriginalDocumentID')),
    cameraSerial: first(
      source.exifText('exif', 0xa431),
      source.exifText('ifd0', 0xc62f),
      xmp.text('exifEX:BodySerialNumber'),
      xmp.text('aux:SerialNumber'),
    ),
    imageUniqueId: first(source.exifText('exif', 0xa420), xmp.text('exif:ImageUniqueID')),
    imageNumber: counted(source.exifInteger('exif', 0x9211) ?? source.exifInteger('ifd0', 0x9211)),
    rawImageNumber: counted(source.xmpNumber('aux:ImageNumber')),
    ownerName: first(
      source.exifText('exif', 0xa430),
      xmp.text('exifEX:CameraOwnerName'),
      xmp.text('aux:OwnerName'),
    ),
    uniqueCameraModel: first(source.exifText('ifd0', 0xc614)),
  }
}

/**
 * Normalises an identifier, because programs add or drop leading zeros and punctuation. Undefined
 * for what cameras write if they have none.
 */
export function identifierOf(text: string | null): string | undefined {
  const identifier = lettersOf(text ?? '').replace(/^0+/, '')
  return identifier === '' || placeholder.test(identifier) ? undefined : identifier
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Cameras that do not count write zero. */
const counted = (number: number | null): number | null =>
  number !== null && number > 0 ? number : null
