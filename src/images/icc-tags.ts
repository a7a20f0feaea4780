export type IccProfile = {
  /** 'RGB ', 'GRAY', 'CMYK' … */
  colourSpace: string
  tags: Map<string, Uint8Array>
}

// ICC.1:2001-04 (version 2) and ICC.1:2022 (version 4), sections 7.2 and 7.3: 128 bytes of header,
// a count of tags, and 12 bytes for each.
const headerBytes = 128
const tagBytes = 12
const maxTags = 200

/** Null for bytes that are not a complete ICC profile. */
export function readIcc(icc: Uint8Array): IccProfile | null {
  const file = view(icc)
  if (file.length < headerBytes + 4 || file.toString('latin1', 36, 40) !== 'acsp') return null
  const count = file.readUInt32BE(headerBytes)
  if (count > maxTags || headerBytes + 4 + count * tagBytes > file.length) return null
  const tags = new Map<string, Uint8Array>()
  for (let index = 0; index < count; index++) {
    const at = headerBytes + 4 + index * tagBytes
    const offset = file.readUInt32BE(at + 4)
    const end = offset + file.readUInt32BE(at + 8)
    if (end > file.length) return null
    tags.set(file.toString('latin1', at, at + 4), icc.subarray(offset, end))
  }
  return { colourSpace: file.toString('latin1', 16, 20), tags }
}

/** The X, Y and Z of an XYZType tag; null if it is missing or something else. */
export function readXyz(tag: Uint8Array | undefined): [number, number, number] | null {
  if (!tag || tag.length < 20 || typeOf(tag) !== 'XYZ ') return null
  const file = view(tag)
  return [fixed(file, 8), fixed(file, 12), fixed(file, 16)]
}

/** From 0…1 to linear 0…1; null if the tag is missing, damaged or of an unknown kind. */
export function readCurve(tag: Uint8Array | undefined): ((value: number) => number) | null {
  if (!tag || tag.length < 12) return null
  const file = view(tag)
  if (typeOf(tag) === 'curv') return sampledCurve(file)
  if (typeOf(tag) === 'para') return parametricCurve(file)
  return null
}

/** No sample is the identity, one is a gamma, more are a table. */
function sampledCurve(file: Buffer): ((value: number) => number) | null {
  const count = file.readUInt32BE(8)
  if (count === 0) return (value) => value
  if (file.length < 12 + 2 * count) return null
  if (count === 1) {
    const gamma = file.readUInt16BE(12) / 256
    return (value) => value ** gamma
  }
  const sample = (index: number) => file.readUInt16BE(12 + 2 * index) / 65_535
  return (value) => {
    const at = value * (count - 1)
    const below = Math.min(Math.floor(at), count - 2)
    return sample(below) + (sample(below + 1) - sample(below)) * (at - below)
  }
}

/** ICC.1:2022, table 68: Y = (aX + b)^g + e from d upwards, cX + f below. */
function parametricCurve(file: Buffer): ((value: number) => number) | null {
  const kind = file.readUInt16BE(8)
  const count = [1, 3, 4, 5, 7][kind]
  if (count === undefined || file.length < 12 + 4 * count) return null
  const parameters = Array.from({ length: count }, (_, index) => fixed(file, 12 + 4 * index))
  const [g = 1, a = 1, b = 0, third = 0] = parameters
  if (kind === 0) return (value) => value ** g
  // Kinds 1 and 2 have no straight part: they begin where aX + b is zero.
  const isStraight = kind >= 3
  const c = isStraight ? third : 0
  const d = isStraight ? (parameters[4] ?? 0) : -b / a
  const e = isStraight ? (parameters[5] ?? 0) : third
  const f = isStraight ? (parameters[6] ?? 0) : third
  return (value) => (value >= d ? (a * value + b) ** g + e : c * value + f)
}

const typeOf = (tag: Uint8Array) => view(tag).toString('latin1', 0, 4)

/** ICC's s15Fixed16Number. */
const fixed = (file: Buffer, at: number) => file.readInt32BE(at) / 65_536

const view = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
