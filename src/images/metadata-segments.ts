/** Payloads by kind, in the order of the file, without their names. */
export type MetadataSegments = {
  exif: Uint8Array[]
  xmp: Uint8Array[]
  extendedXmp: Uint8Array[]
  photoshop: Uint8Array[]
  /** The picture begins after them, so none is missing. */
  areAll: boolean
}

const names = [
  { marker: 0xe1, name: 'Exif\0\0', kind: 'exif' },
  { marker: 0xe1, name: 'http://ns.adobe.com/xap/1.0/\0', kind: 'xmp' },
  { marker: 0xe1, name: 'http://ns.adobe.com/xmp/extension/\0', kind: 'extendedXmp' },
  { marker: 0xed, name: 'Photoshop 3.0\0', kind: 'photoshop' },
] as const

const sos = 0xda

// Real files have dozens of segments, or a few thousand with a phone's depth map. Garbage between
// segments costs a step for every 0xff in it.
const maxSteps = 50_000

// Per kind. A phone's depth map in extended XMP is as large; our fields never are.
const maxBytes = 4 * 1024 * 1024

/**
 * Unlike walkJpeg never throws: it keeps what is intact of damaged files and truncated segments.
 */
export function metadataSegments(bytes: Uint8Array): MetadataSegments {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: MetadataSegments = {
    exif: [],
    xmp: [],
    extendedXmp: [],
    photoshop: [],
    areAll: false,
  }
  const room = { exif: maxBytes, xmp: maxBytes, extendedXmp: maxBytes, photoshop: maxBytes }
  if (file[0] !== 0xff || file[1] !== 0xd8) return found
  let position = 2
  for (let step = 0; step < maxSteps; step++) {
    const start = file.indexOf(0xff, position)
    if (start < 0 || start + 4 > file.length) break
    const marker = file[start + 1] as number
    const length = file.readUInt16BE(start + 2)
    if (marker === sos) {
      found.areAll = true
      break
    }
    if (!hasPayload(marker) || length < 2) {
      position = start + 1
      continue
    }
    position = start + 2 + length
    const payload = file.subarray(start + 4, position)
    const known = names.find((it) => it.marker === marker && startsWith(payload, it.name))
    if (!known || payload.length > room[known.kind]) continue
    room[known.kind] -= payload.length
    found[known.kind].push(payload.subarray(known.name.length))
  }
  return found
}

/** Tables, frame headers, APPn and comments; everything else before the picture is damage. */
function hasPayload(marker: number): boolean {
  const isTable = marker >= 0xc0 && marker <= 0xdf && !(marker >= 0xd0 && marker <= 0xd9)
  return isTable || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

function startsWith(payload: Buffer, name: string): boolean {
  return payload.toString('latin1', 0, name.length) === name
}
