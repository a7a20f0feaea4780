import { type CameraData, readCameraData } from './camera-data.ts'
import { type Coordinates, coordinatesFromExif, coordinatesFromXmp } from './coordinates.ts'
import { isFactoryText } from './factory-texts.ts'
import { MetadataSource } from './metadata-source.ts'
import { cleanLine, cleanParagraphs } from './metadata-text.ts'
import { type OriginalDate, parseExifDate, parseIptcDate, parseXmpDate } from './original-date.ts'

/** '', [] and null mean unknown. */
export type PhotoMetadata = CameraData & {
  title: string
  description: string
  keywords: string[]
  /** Hierarchical keywords with all their levels: 'animals|birds|heron'. */
  keywordPaths: string[]
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
  /** XMP's OriginalDocumentID, which stays the same from the raw file to each export. */
  documentId: string | null
  cameraSerial: string | null
}

// Limits in code points. They are far above what programs allow (IPTC: title 64, caption 2000,
// keyword 64 bytes) and keep hostile files from filling lists, pages and the search index.
const limits = {
  title: 500,
  description: 5000,
  keyword: 100,
  keywords: 100,
  keywordPath: 400,
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
    keywords: readKeywords(source),
    keywordPaths: readKeywordPaths(source),
    label: cleanLine(source.xmp.text('xmp:Label'), limits.keyword),
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

// IPTC's copy of XMP's keywords is cut to 64 bytes each, so sources are not combined. Programs
// separate keywords by semicolons; one within a keyword is a list that was not split.
function readKeywords(source: MetadataSource): string[] {
  for (const texts of [
    source.xmp.list('dc:subject'),
    source.iptcTexts(25),
    [source.windowsText(0x9c9e)],
  ]) {
    const keywords = texts
      .flatMap((text) => text.split(';'))
      .map((text) => cleanLine(text, limits.keyword))
    const unique = new Set(keywords.filter((keyword) => keyword !== ''))
    if (unique.size > 0) return [...unique].slice(0, limits.keywords)
  }
  return []
}

function readKeywordPaths({ xmp }: MetadataSource): string[] {
  const paths = xmp
    .list('lr:hierarchicalSubject')
    .map((path) => cleanLine(path, limits.keywordPath))
    .filter((path) => path.includes('|'))
  return [...new Set(paths)].slice(0, limits.keywords)
}

// DateTimeOriginal, the equivalent IPTC and XMP dates of creation (Metadata Working Group
// guidelines 2.0, 5.4.1), then the date of digitising. The offset must come from the same source:
// editors have written their own computer's time zone beside the camera's clock.
function readOriginalDate(source: MetadataSource): OriginalDate | null {
  const { xmp } = source
  const exif = (tag: number) => source.exifText('exif', tag)
  return (
    parseExifDate(exif(0x9003), exif(0x9291), exif(0x9011)) ??
    parseExifDate(source.exifText('ifd0', 0x9003)) ??
    parseXmpDate(xmp.text('exif:DateTimeOriginal')) ??
    parseXmpDate(xmp.text('photoshop:DateCreated')) ??
    parseIptcDate(source.iptcText(55), source.iptcText(60)) ??
    parseExifDate(exif(0x9004), exif(0x9292), exif(0x9012))
  )
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

/** What recognises the same photo in another file; see src/intake/match.ts. */
function readIdentity(source: MetadataSource) {
  const { xmp } = source
  const id = (text: string) => orNull(cleanLine(text, limits.name))
  return {
    documentId: id(xmp.text('xmpMM:OriginalDocumentID')),
    cameraSerial:
      id(source.exifText('exif', 0xa431)) ??
      id(xmp.text('exifEX:BodySerialNumber')) ??
      id(xmp.text('aux:SerialNumber')),
  }
}

function readCoordinates(source: MetadataSource): Coordinates | null {
  const { xmp } = source
  const fromExif = coordinatesFromExif({
    latitudeRef: source.exifText('gps', 1),
    latitude: source.exifNumbers('gps', 2),
    longitudeRef: source.exifText('gps', 3),
    longitude: source.exifNumbers('gps', 4),
    isBelowSea: source.exifBytes('gps', 5)?.[0] === 1,
    altitude: source.exifNumbers('gps', 6)[0],
  })
  return (
    fromExif ??
    coordinatesFromXmp(
      xmp.text('exif:GPSLatitude'),
      xmp.text('exif:GPSLongitude'),
      source.xmpFraction('exif:GPSAltitude'),
      xmp.text('exif:GPSAltitudeRef').trim() === '1',
    )
  )
}

// Only EXIF's: it is what rotates the pixels, here and in every viewer.
function readOrientation(source: MetadataSource): number {
  const value = source.exifNumber('ifd0', 0x0112)
  return value !== null && Number.isInteger(value) && value >= 1 && value <= 8 ? value : 1
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
