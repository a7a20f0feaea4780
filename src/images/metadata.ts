import { type CameraData, readCameraData } from './camera-data.ts'
import { type Coordinates, coordinatesFromExif, coordinatesFromXmp } from './coordinates.ts'
import { isFactoryText } from './factory-texts.ts'
import { MetadataSource } from './metadata-source.ts'
import { cleanLine, cleanParagraphs } from './metadata-text.ts'
import type { OriginalDate } from './original-date.ts'
import { type PhotoIdentity, readIdentity } from './photo-identity.ts'
import { type Keywords, readKeywords } from './read-keywords.ts'
import { readOriginalDate } from './read-original-date.ts'

/** '', [] and null mean unknown. */
export type PhotoMetadata = CameraData &
  Keywords &
  PhotoIdentity & {
    title: string
    description: string
    /** The colour label, as programs name it: 'Red', or in the photographer's language. */
    label: string
    /** local: the camera's clock, 'YYYY-MM-DDTHH:mm:ss' or with '.SSS'; offset: '+02:00', 'Z'. */
    originalDate: OriginalDate | null
    /** 1 to 5 stars; null for unrated and rejected photos. */
    rating: number | null
    creator: string | null
    copyright: string | null
    alt: string | null
    usageTerms: string | null
    webStatement: string | null
    credit: string | null
    /** Where a licence can be acquired. */
    licensorUrl: string | null
    /** Decimal degrees, north and east positive; metres above sea level. */
    gps: Coordinates | null
    /** EXIF's 1 to 8; 1 if missing or invalid. */
    orientation: number
    /** InteropIndex 'R03': the pixels are Adobe RGB, even without a profile. */
    interopR03: boolean
  }

// Limits in code points. They are far above what programs allow (IPTC: title 64, caption 2000 bytes)
// and keep hostile files from filling lists, pages and the search index.
const limits = {
  title: 500,
  description: 5000,
  label: 100,
  name: 200,
  rights: 2000,
}

/**
 * XMP before IPTC before EXIF for texts, EXIF before XMP for what the camera measured. Never
 * throws.
 */
export async function readMetadata(file: Uint8Array): Promise<PhotoMetadata> {
  const source = await MetadataSource.read(file)
  return {
    ...readTexts(source),
    ...readKeywords(source),
    label: cleanLine(source.xmp.text('xmp:Label'), limits.label),
    originalDate: readOriginalDate(source),
    ...readCameraData(source),
    rating: readRating(source),
    ...readRights(source),
    gps: readCoordinates(source),
    orientation: readOrientation(source),
    interopR03: source.exifText('interop', 0x0001).trim() === 'R03',
    ...readIdentity(source),
  }
}

/** What an XMP sidecar says, as far as it is used; unknown values as in PhotoMetadata. */
export type SidecarMetadata = Pick<
  PhotoMetadata,
  | 'title'
  | 'description'
  | 'alt'
  | 'keywords'
  | 'rating'
  | 'creator'
  | 'copyright'
  | 'originalDate'
  | 'gps'
>

/** The content of an XMP sidecar. Never throws. */
export function readSidecar(packet: Uint8Array): SidecarMetadata {
  const source = MetadataSource.ofSidecar(packet)
  const { creator, copyright } = readRights(source)
  return {
    ...readTexts(source),
    keywords: readKeywords(source).keywords,
    rating: readRating(source),
    creator,
    copyright,
    originalDate: readOriginalDate(source),
    gps: readCoordinates(source),
  }
}

function readTexts(source: MetadataSource) {
  const { xmp } = source
  const line = (text: string) => withoutFactoryText(cleanLine(text, limits.title))
  const paragraphs = (text: string) => withoutFactoryText(cleanParagraphs(text, limits.description))
  const imageDescription = source.exifText('ifd0', 0x010e)
  const ownTitle = line(xmp.text('dc:title')) || line(source.iptcText(5))
  return {
    title: ownTitle || line(imageDescription) || line(source.windowsText(0x9c9b)),
    description:
      paragraphs(xmp.text('dc:description')) ||
      paragraphs(source.iptcText(120)) ||
      // Otherwise this text is already the title.
      (ownTitle && paragraphs(imageDescription)),
    alt: orNull(cleanLine(xmp.text('Iptc4xmpCore:AltTextAccessibility'), limits.rights)),
  }
}

function withoutFactoryText(text: string): string {
  return isFactoryText(text) ? '' : text
}

function readRating(source: MetadataSource): number | null {
  const rating = source.xmpNumber('xmp:Rating') ?? source.exifNumber('ifd0', 0x4746)
  return rating !== null && rating > 0 && rating <= 5 ? rating : null
}

function readRights(source: MetadataSource) {
  const { xmp } = source
  const name = (text: string) => orNull(cleanLine(text, limits.name))
  const rights = (text: string) => orNull(cleanLine(text, limits.rights))
  return {
    creator:
      name(xmp.list('dc:creator').join(', ')) ??
      name(source.iptcTexts(80).join(', ')) ??
      name(source.exifText('ifd0', 0x013b)) ??
      name(source.windowsText(0x9c9d)),
    copyright:
      rights(xmp.text('dc:rights')) ??
      rights(source.iptcText(116)) ??
      rights(source.exifParts('ifd0', 0x8298).join(', ')),
    usageTerms: rights(xmp.text('xmpRights:UsageTerms')),
    webStatement: rights(xmp.text('xmpRights:WebStatement')),
    credit: rights(xmp.text('photoshop:Credit')) ?? rights(source.iptcText(110)),
    licensorUrl: rights(xmp.text('plus:LicensorURL')),
  }
}

function readCoordinates(source: MetadataSource): Coordinates | null {
  const { xmp } = source
  // The receiver itself says that its numbers are no place.
  const isVoid = (status: string) => /^v/i.test(status.trim())
  if (isVoid(source.exifText('gps', 9))) return null
  const fromExif = coordinatesFromExif({
    latitudeRef: source.exifText('gps', 1),
    latitude: source.exifNumbers('gps', 2),
    longitudeRef: source.exifText('gps', 3),
    longitude: source.exifNumbers('gps', 4),
    isBelowSea: isBelowSea(String(source.exifInteger('gps', 5))),
    altitude: source.exifNumbers('gps', 6)[0],
  })
  if (fromExif || isVoid(xmp.text('exif:GPSStatus'))) return fromExif
  return coordinatesFromXmp({
    latitude: xmp.text('exif:GPSLatitude'),
    latitudeRef: xmp.text('exif:GPSLatitudeRef'),
    longitude: xmp.text('exif:GPSLongitude'),
    longitudeRef: xmp.text('exif:GPSLongitudeRef'),
    altitude: source.xmpFraction('exif:GPSAltitude'),
    isBelowSea: isBelowSea(xmp.text('exif:GPSAltitudeRef').trim()),
  })
}

/** 3 is below the ellipsoid (EXIF 3.0). */
const isBelowSea = (ref: string) => ref === '1' || ref === '3'

// Only EXIF's: it is what rotates the pixels in every viewer. Here nothing else reads it, see
// picture.ts.
function readOrientation(source: MetadataSource): number {
  const value = source.exifInteger('ifd0', 0x0112)
  return value !== null && value >= 1 && value <= 8 ? value : 1
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
