import type { Fraction } from './exifr-segments.ts'
import { exposureFromApex, formatExposure } from './exposure-time.ts'
import { lensOfSpecification } from './lens-specification.ts'
import { type MetadataSource, parseFraction } from './metadata-source.ts'
import { cleanLine } from './metadata-text.ts'

/** null for what the file does not contain. */
export type CameraData = {
  cameraMake: string | null
  cameraModel: string | null
  lensMake: string | null
  lensModel: string | null
  /** Millimetres, like the 35 mm equivalent. */
  focalLength: number | null
  focalLength35: number | null
  fNumber: number | null
  iso: number | null
  /** Seconds as cameras display them: '1/250', '2.5'. */
  exposure: string | null
}

const nameLimit = 200

// Well above any existing lens or sensor; larger numbers are errors.
const maximum = { focalLength: 60_000, fNumber: 1000, iso: 10_000_000 }

// EXIF's 16-bit ISO if the real one does not fit (EXIF 2.32, PhotographicSensitivity).
const isoOverflow = 65_535

export function readCameraData(source: MetadataSource): CameraData {
  const { xmp } = source
  return {
    cameraMake: name(source.exifText('ifd0', 0x010f)) ?? name(xmp.text('tiff:Make')),
    cameraModel: model(source.exifText('ifd0', 0x0110)) ?? model(xmp.text('tiff:Model')),
    lensMake: name(source.exifText('exif', 0xa433)) ?? name(xmp.text('exifEX:LensMake')),
    lensModel: readLens(source),
    focalLength:
      positive(source.exifNumber('exif', 0x920a), maximum.focalLength) ??
      positive(source.xmpNumber('exif:FocalLength'), maximum.focalLength),
    focalLength35:
      positive(source.exifNumber('exif', 0xa405), maximum.focalLength) ??
      positive(source.xmpNumber('exif:FocalLengthIn35mmFilm'), maximum.focalLength),
    fNumber: readFNumber(source),
    iso: readIso(source),
    exposure: readExposure(source),
  }
}

const model = (text: string): string | null => cleanLine(text, nameLimit) || null

// Cameras write a name without a letter or digit ('----', blanks) if they know none.
function name(text: string): string | null {
  const line = cleanLine(text, nameLimit)
  return /[\p{L}\p{N}]/u.test(line) ? line : null
}

/** The lens's own name, or else what the camera says it can do. */
function readLens(source: MetadataSource): string | null {
  const { xmp } = source
  return (
    lens(source.exifText('exif', 0xa434)) ??
    lens(xmp.text('exifEX:LensModel')) ??
    lens(xmp.text('aux:Lens')) ??
    lensOfSpecification(source.exifNumbers('exif', 0xa432)) ??
    lensOfSpecification(source.xmpFractions('exifEX:LensSpecification')) ??
    lensOfSpecification(xmp.text('aux:LensInfo').trim().split(/\s+/).map(parseFraction))
  )
}

// Adapted and manual lenses without contacts are named '0.0 mm f/0.0' or 'Unknown (0)'.
const placeholders = /^(?:0+(?:\.0+)? ?mm|(?:unknown|none|no lens|n\/a|not? available|null)\b|0+$)/i

function lens(text: string): string | null {
  const line = name(text)
  return line && placeholders.test(line) ? null : line
}

function readFNumber(source: MetadataSource): number | null {
  const given =
    positive(source.exifNumber('exif', 0x829d), maximum.fNumber) ??
    positive(source.xmpNumber('exif:FNumber'), maximum.fNumber)
  const apex = source.exifNumber('exif', 0x9202)
  // APEX: N = 2^(Av/2). 0 means f/1.0, but is written by cameras that do not know the aperture.
  if (given !== null || apex === null || apex <= 0) return given
  const computed = positive(2 ** (apex / 2), maximum.fNumber)
  return computed && Math.round(computed * 10) / 10
}

function readIso(source: MetadataSource): number | null {
  // The ISO, then its replacements if too large: recommended index, output sensitivity, speed.
  const tags = [0x8827, 0x8832, 0x8831, 0x8833]
  const values = [
    ...tags.map((tag) => source.exifNumber('exif', tag)),
    source.xmpNumber('exif:ISOSpeedRatings'),
    source.xmpNumber('exifEX:PhotographicSensitivity'),
  ]
  const isIso = (value: number | null) => value !== isoOverflow && positive(value, maximum.iso)
  return positive(values.find(isIso) ?? null, maximum.iso)
}

function readExposure(source: MetadataSource): string | null {
  const format = (value: Fraction | undefined) => (value ? formatExposure(value) : null)
  const apex = source.exifNumbers('exif', 0x9201)[0]
  return (
    format(source.exifNumbers('exif', 0x829a)[0]) ??
    format(source.xmpFraction('exif:ExposureTime')) ??
    // APEX 0 means one second, but is written by cameras that do not know the speed.
    (apex && apex.numerator !== 0 ? formatExposure(exposureFromApex(apex)) : null)
  )
}

// Two decimals distinguish all lenses; cameras write 1.7799999713880652.
function positive(value: number | null, limit: number): number | null {
  const rounded = Math.round((value ?? 0) * 100) / 100
  return rounded > 0 && rounded <= limit ? rounded : null
}
