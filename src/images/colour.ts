import { readCurve, readIcc, readXyz } from './icc-tags.ts'
import type { JpegStructure } from './jpeg.ts'
import { iccChunk } from './jpeg-segments.ts'

/**
 * Renditions omit 'srgb', keep 'rgb' (another RGB profile), and convert 'other' (CMYK, damaged …).
 */
export type ProfileKind = 'srgb' | 'rgb' | 'other'

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
  if (tags.has('A2B0')) return 'rgb'
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
 * A profile for pictures that only EXIF marks as Adobe RGB (InteroperabilityIndex R03): an ICC
 * version 2 display profile of about 500 bytes. White point, colourants (adapted to D50) and gamma
 * (563/256) are from Adobe's paper 'Adobe RGB (1998) Color Image Encoding' (May 2005). The name is
 * Adobe's trademark, so the profile only says that it is compatible.
 */
export function adobeRgbCompatibleProfile(): Uint8Array {
  const curve = tag('curv', [uint32(1), uint16(563)])
  const tags: [name: string, data: Buffer][] = [
    ['desc', descriptionTag('Compatible with Adobe RGB (1998)')],
    ['cprt', tag('text', [Buffer.from('No copyright, use freely\0', 'latin1')])],
    ['wtpt', xyzTag(0.9505, 1, 1.0891)],
    ['rXYZ', xyzTag(0.60974, 0.31111, 0.01947)],
    ['gXYZ', xyzTag(0.20528, 0.62567, 0.06087)],
    ['bXYZ', xyzTag(0.14919, 0.06322, 0.74457)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ]
  const table: Buffer[] = [uint32(tags.length)]
  const placed = new Map<Buffer, number>()
  let end = 128 + 4 + tags.length * 12
  for (const [name, data] of tags) {
    const offset = placed.get(data) ?? end
    if (offset === end) end += data.length
    placed.set(data, offset)
    table.push(Buffer.from(name, 'latin1'), uint32(offset), uint32(data.length))
  }
  return Buffer.concat([header(end), ...table, ...placed.keys()])
}

/** An ICC version 2.1 header: display, RGB over XYZ, perceptual, the D50 illuminant. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size, 0)
  bytes.writeUInt32BE(0x02100000, 8)
  bytes.write('mntrRGB XYZ ', 12, 'latin1')
  // A fixed date, so that equal pictures give equal files.
  bytes.set(
    [2000, 1, 1].flatMap((part) => [...uint16(part)]),
    24,
  )
  bytes.write('acsp', 36, 'latin1')
  bytes.set(
    [0.9642, 1, 0.8249].flatMap((part) => [...fixed(part)]),
    68,
  )
  return bytes
}

function tag(type: string, parts: Buffer[]): Buffer {
  const data = Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

const xyzTag = (...xyz: [number, number, number]) => tag('XYZ ', xyz.map(fixed))

/** textDescriptionType: the ASCII text; its Unicode and Macintosh forms are empty. */
function descriptionTag(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`, 'latin1')
  return tag('desc', [uint32(ascii.length), ascii, Buffer.alloc(4 + 4 + 2 + 1 + 67)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** ICC's s15Fixed16Number. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}
