import type { Fraction } from './exifr-segments.ts'

/** Decimal degrees, north and east positive; metres, negative below sea level. */
export type Coordinates = { latitude: number; longitude: number; altitude: number | null }

/** EXIF's GPS block: degrees, minutes, seconds and 'N', 'S', 'E', 'W'. */
export type ExifGps = {
  latitude: Fraction[]
  latitudeRef: string
  longitude: Fraction[]
  longitudeRef: string
  altitude: Fraction | undefined
  isBelowSea: boolean
}

// Below the Challenger Deep or above any balloon's camera, the number is wrong.
const lowestMetres = -12_000
const highestMetres = 100_000

/**
 * Null without hemispheres, out of range, and at exactly 0, 0, which receivers write without a fix.
 */
export function coordinatesFromExif(gps: ExifGps): Coordinates | null {
  return place(
    signed(degrees(gps.latitude), gps.latitudeRef, 'N', 'S'),
    signed(degrees(gps.longitude), gps.longitudeRef, 'E', 'W'),
    metres(gps.altitude, gps.isBelowSea),
  )
}

/** From XMP's exif:GPS… properties: '53,21.5679N' or '53,21,34N' (XMP part 2, 1.2.7.2). */
export function coordinatesFromXmp(
  latitude: string,
  longitude: string,
  altitude: Fraction | undefined,
  isBelowSea: boolean,
): Coordinates | null {
  return place(
    parseXmpDegrees(latitude, 'N', 'S'),
    parseXmpDegrees(longitude, 'E', 'W'),
    metres(altitude, isBelowSea),
  )
}

function place(latitude: number, longitude: number, altitude: number | null): Coordinates | null {
  const isInRange = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isInRange || (latitude === 0 && longitude === 0)) return null
  return { latitude, longitude, altitude }
}

function degrees(parts: Fraction[]): number {
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts.map((part, index) =>
    // Decimal degrees or minutes leave the rest as 0/0.
    index > 0 && part.denominator === 0 ? 0 : part.numerator / part.denominator,
  )
  const isRising = whole >= 0 && minutes >= 0 && seconds >= 0
  return isRising ? whole + minutes / 60 + seconds / 3600 : Number.NaN
}

function signed(value: number, ref: string, positive: string, negative: string): number {
  const direction = ref.trim().charAt(0).toUpperCase()
  if (direction === positive) return value
  return direction === negative && value !== 0 ? -value : direction === negative ? 0 : Number.NaN
}

function parseXmpDegrees(text: string, positive: string, negative: string): number {
  const match = /^(\d{1,3})(?:,(\d{1,2}(?:\.\d+)?))?(?:,(\d{1,2}(?:\.\d+)?))?([NSEW])$/.exec(
    text.trim(),
  )
  if (!match) return Number.NaN
  const value = Number(match[1]) + Number(match[2] ?? 0) / 60 + Number(match[3] ?? 0) / 3600
  return signed(value, match[4] ?? '', positive, negative)
}

function metres(altitude: Fraction | undefined, isBelowSea: boolean): number | null {
  if (!altitude) return null
  const height = altitude.numerator / altitude.denominator
  const value = isBelowSea && height > 0 ? -height : height
  return value >= lowestMetres && value <= highestMetres ? value : null
}
