import { sexagesimal, signed } from './degrees.ts'
import type { Fraction } from './exifr-segments.ts'
import { parseDegrees } from './parse-degrees.ts'

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

/** XMP's exif:GPS… properties; the references are EXIF's, which some programs write beside them. */
export type XmpGps = {
  latitude: string
  latitudeRef: string
  longitude: string
  longitudeRef: string
  altitude: Fraction | undefined
  isBelowSea: boolean
}

// Below the Challenger Deep or above any balloon's camera, the number is wrong.
const lowestMetres = -12_000
const highestMetres = 100_000

/**
 * Null without hemispheres, with a part that is no number, out of range, and at exactly 0, 0, which
 * receivers write without a fix: a wrong place is worse than none.
 */
export function coordinatesFromExif(gps: ExifGps): Coordinates | null {
  return place(
    signed(degrees(gps.latitude), gps.latitudeRef, 'N', 'S'),
    signed(degrees(gps.longitude), gps.longitudeRef, 'E', 'W'),
    metres(gps.altitude, gps.isBelowSea),
  )
}

/** The same for XMP: '53,21.5679N' or '53,21,34N' (XMP part 2, 1.2.7.2), and other spellings. */
export function coordinatesFromXmp(gps: XmpGps): Coordinates | null {
  return place(
    parseDegrees(gps.latitude, gps.latitudeRef, 'NS'),
    parseDegrees(gps.longitude, gps.longitudeRef, 'EW'),
    metres(gps.altitude, gps.isBelowSea),
  )
}

function place(latitude: number, longitude: number, altitude: number | null): Coordinates | null {
  const isInRange = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isInRange || (latitude === 0 && longitude === 0)) return null
  return { latitude, longitude, altitude }
}

/** NaN unless it is clear which degrees are meant; some programs give south and west a minus. */
function degrees(parts: Fraction[]): number {
  const [whole = Number.NaN, minutes, seconds] = parts.slice(0, 3).map((part, index) => {
    const isLeftOut = index > 0 && part.numerator === 0 && part.denominator === 0
    return isLeftOut ? undefined : part.numerator / part.denominator
  })
  const size = sexagesimal(Math.abs(whole), whole < 0 ? magnitude(minutes) : minutes, seconds)
  return whole < 0 ? -size : size
}

const magnitude = (value: number | undefined) => value && Math.abs(value)

function metres(altitude: Fraction | undefined, isBelowSea: boolean): number | null {
  if (!altitude) return null
  const height = altitude.numerator / altitude.denominator
  const value = isBelowSea && height > 0 ? -height : height
  return value >= lowestMetres && value <= highestMetres ? value : null
}
