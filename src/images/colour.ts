import { gammaCurve, matrixProfile, sampledCurve } from './icc-profile.ts'
import { readCurve, readIcc, readXyz } from './icc-tags.ts'
import type { JpegStructure } from './jpeg.ts'
import { iccChunk } from './jpeg-segments.ts'

/**
 * Renditions omit 'srgb', keep 'rgb' (another RGB profile of primaries and curves), convert 'table'
 * (RGB by a table, often of 500 KB) to Display P3, and 'other' (CMYK, damaged …) to sRGB.
 */
export type ProfileKind = 'srgb' | 'rgb' | 'table' | 'other'

/** The file's ICC profile, joined and cut to its stated size; null if missing or incomplete. */
export function iccProfileOf(bytes: Uint8Array, structure: JpegStructure): Uint8Array | null {
  const chunks = structure.segments.flatMap((segment) => iccChunk(bytes, segment) ?? [])
  chunks.sort((one, other) => one.number - other.number)
  const isWhole = chunks.every(
    ({ number, count }, index) => number === index + 1 && count === chunks.length,
  )
  if (chunks.length === 0 || !isWhole) return null
  const profile = Buffer.concat(chunks.map(({ data }) => data))
  const isProfile = profile.length >= 128 && profile.toString('latin1', 36, 40) === 'acsp'
  const size = isProfile ? profile.readUInt32BE(0) : 0
  return size >= 128 && size <= profile.length ? profile.subarray(0, size) : null
}

// sRGB's primaries (IEC 61966-2-1) adapted to D50, as common profiles have them. The nearest other
// colour space is ten times further away than vendors' rounding.
const srgbColourants = [
  ['rXYZ', [0.4361, 0.2225, 0.0139]],
  ['gXYZ', [0.3851, 0.7169, 0.0971]],
  ['bXYZ', [0.1431, 0.0606, 0.7141]],
] as const
const colourantTolerance = 0.005

const curves = ['rTRC', 'gTRC', 'bTRC'] as const
// Accepts gamma 2.2, with which many vendors approximate sRGB; excludes linear, 1.8, 2.4 and video.
const curveTolerance = 0.012

/** Never throws. */
export function profileKind(icc: Uint8Array): ProfileKind {
  const profile = readIcc(icc)
  if (profile?.colourSpace !== 'RGB ') return 'other'
  const { tags } = profile
  const matrix = srgbColourants.map(([name]) => readXyz(tags.get(name)))
  const tones = curves.map((name) => readCurve(tags.get(name)))
  // A table takes precedence over matrix and curves.
  if (tags.has('A2B0')) return 'table'
  if (matrix.includes(null) || tones.includes(null)) return 'other'
  const hasColourants = srgbColourants.every(([, expected], index) =>
    expected.every((value, axis) => near(matrix[index]?.[axis], value, colourantTolerance)),
  )
  const hasCurves = tones.every((tone) =>
    [0.25, 0.5, 0.75].every((value) => near(tone?.(value), srgbCurve(value), curveTolerance)),
  )
  return hasColourants && hasCurves ? 'srgb' : 'rgb'
}

/** sRGB's curve from 0…1 to linear 0…1 (IEC 61966-2-1), above its straight part. */
const srgbCurve = (value: number) => ((value + 0.055) / 1.055) ** 2.4

function near(value: number | undefined, expected: number, tolerance: number): boolean {
  return value !== undefined && Math.abs(value - expected) <= tolerance
}

/**
 * A profile for pictures that only EXIF marks as Adobe RGB (InteroperabilityIndex R03). White point,
 * colourants (adapted to D50) and gamma (563/256) are from Adobe's paper 'Adobe RGB (1998) Color
 * Image Encoding' (May 2005). The name is Adobe's trademark, so the profile only says that it is
 * compatible.
 */
export function adobeRgbCompatibleProfile(): Uint8Array {
  const curve = gammaCurve(563)
  return matrixProfile({
    name: 'Compatible with Adobe RGB (1998)',
    white: [0.9505, 1, 1.0891],
    colourants: [
      [0.60974, 0.31111, 0.01947],
      [0.20528, 0.62567, 0.06087],
      [0.14919, 0.06322, 0.74457],
    ],
    curves: [curve, curve, curve],
  })
}

/** Display P3: its primaries adapted to D50, and sRGB's curve. */
export function displayP3Profile(): Uint8Array {
  const curve = sampledCurve((value) => (value <= 0.04045 ? value / 12.92 : srgbCurve(value)))
  return matrixProfile({
    name: 'Display P3',
    white: [0.95046, 1, 1.08906],
    colourants: [
      [0.51512, 0.2412, -0.00105],
      [0.29198, 0.69225, 0.04189],
      [0.1571, 0.06657, 0.78407],
    ],
    curves: [curve, curve, curve],
  })
}

/** Larger ones are rewritten for renditions; Adobe RGB and P3 have some 550 bytes. */
const smallBytes = 1500

/**
 * The same colour space in at most 2 KB, without the texts, measurements and long curves that some
 * profiles carry; exact for pixels of 8 bits.
 */
export function smallMatrixProfile(icc: Uint8Array): Uint8Array {
  if (icc.length <= smallBytes) return icc
  const tags = readIcc(icc)?.tags
  const [red, green, blue] = srgbColourants.map(([name]) => readXyz(tags?.get(name)))
  const [first, second, third] = curves.map((name) => readCurve(tags?.get(name)))
  if (!red || !green || !blue || !first || !second || !third) return icc
  return matrixProfile({
    name: 'RGB',
    white: readXyz(tags?.get('wtpt')) ?? [0.9642, 1, 0.8249],
    colourants: [red, green, blue],
    curves: [sampledCurve(first), sampledCurve(second), sampledCurve(third)],
  })
}
