import { XmpProperties } from './xmp-properties.ts'

// A file should have one; some programs add their own and keep the previous one.
const maxPackets = 4

/**
 * The packets, then the extended packet they refer to, for what exceeds 64 KB (XMP part 3,
 * 1.1.3.1). The first packet with a property wins.
 */
export function readXmp(segments: {
  xmp: readonly Uint8Array[]
  extendedXmp: readonly Uint8Array[]
}): XmpProperties {
  const packets = segments.xmp.slice(0, maxPackets).map(decodePacket)
  const standard = new XmpProperties(packets)
  const guid = standard.text('xmpNote:HasExtendedXMP').trim().toUpperCase()
  if (guid === '') return standard
  return new XmpProperties([...packets, decodePacket(extendedPacket(guid, segments.extendedXmp))])
}

// Each chunk has the packet's GUID (32 hex digits), its full length, the chunk's offset, and data.
const guidLength = 32
const headerLength = guidLength + 8

function extendedPacket(guid: string, segments: readonly Uint8Array[]): Uint8Array {
  const chunks = segments
    .map((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    .filter((chunk) => chunk.length >= headerLength)
    .filter((chunk) => chunk.toString('latin1', 0, guidLength).toUpperCase() === guid)
    .map((chunk) => ({ offset: chunk.readUInt32BE(36), data: chunk.subarray(headerLength) }))
    .sort((one, other) => one.offset - other.offset)
  const parts: Buffer[] = []
  let length = 0
  for (const { offset, data } of chunks) {
    // What follows a missing chunk cannot be parsed; what repeats one is dropped.
    if (offset > length) break
    const rest = data.subarray(length - offset)
    parts.push(rest)
    length += rest.length
  }
  return Buffer.concat(parts)
}

/**
 * Should be UTF-8 but is not always: the byte order mark or the zeros beside '<' show the encoding.
 */
function decodePacket(bytes: Uint8Array): string {
  const packet = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const encoding = byteOrderMark(packet) ?? fromFirstTag(packet)
  const text = encoding.startsWith('utf-32')
    ? decodeUtf32(packet, encoding === 'utf-32be')
    : new TextDecoder(encoding).decode(packet)
  return text.replace(/^\ufeff/, '')
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'

function byteOrderMark(packet: Buffer): Encoding | undefined {
  const start = packet.toString('hex', 0, 4)
  if (start === 'fffe0000') return 'utf-32le'
  if (start === '0000feff') return 'utf-32be'
  if (start.startsWith('fffe')) return 'utf-16le'
  if (start.startsWith('feff')) return 'utf-16be'
  return undefined
}

function fromFirstTag(packet: Buffer): Encoding {
  const at = packet.indexOf('<')
  const isZero = (...offsets: number[]) => offsets.every((offset) => packet[at + offset] === 0)
  if (at % 4 === 0 && isZero(1, 2, 3)) return 'utf-32le'
  if (at % 4 === 3 && isZero(-1, -2, -3)) return 'utf-32be'
  if (at % 2 === 0 && isZero(1)) return 'utf-16le'
  if (at % 2 === 1 && isZero(-1, 1)) return 'utf-16be'
  return 'utf-8'
}

function decodeUtf32(packet: Buffer, isBigEndian: boolean): string {
  const points = Array.from({ length: Math.floor(packet.length / 4) }, (_, index) =>
    isBigEndian ? packet.readUInt32BE(4 * index) : packet.readUInt32LE(4 * index),
  )
  return points
    .map((point) => (point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'))
    .join('')
}
