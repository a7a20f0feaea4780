// Handmade JPEG metadata segments, for what sharp does not write.

/** One tag: TIFF type number, value bytes (little-endian), and optionally a false offset. */
export type Entry = { tag: number; type: number; bytes: Uint8Array; offset?: number }

const uint16 = (value: number) => Uint8Array.of(value & 255, value >> 8)
export const uint32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer)
export const short = (tag: number, value: number): Entry => ({ tag, type: 3, bytes: uint16(value) })
export const long = (tag: number, value: number): Entry => ({ tag, type: 4, bytes: uint32(value) })
export const text = (tag: number, value: string): Entry => ({
  tag,
  type: 2,
  bytes: Buffer.from(`${value}\0`),
})
export const windowsText = (tag: number, value: string): Entry => ({
  tag,
  type: 1,
  bytes: Buffer.from(`${value}\0`, 'utf16le'),
})
export const fractions = (tag: number, ...values: [number, number][]): Entry => ({
  tag,
  type: 5,
  bytes: Buffer.concat(values.flat().map(uint32)),
})

/** A JPEG with these segments right after its start. */
export function withSegments(jpeg: Uint8Array, ...segments: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]))
}

function segment(marker: number, ...parts: Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 2)
  return Buffer.concat([Uint8Array.of(0xff, marker, size >> 8, size & 255), ...parts])
}

/** A little-endian EXIF segment; pointers between its blocks are added. */
export function exifSegment(blocks: {
  ifd0?: Entry[]
  exif?: Entry[]
  gps?: Entry[]
  interop?: Entry[]
}): Uint8Array {
  let tiff: Uint8Array = Buffer.concat([Buffer.from('II*\0'), uint32(0)])
  const append = (entries: Entry[]) => {
    const start = tiff.length
    tiff = Buffer.concat([tiff, block(entries, start)])
    return start
  }
  // Blocks point to blocks before them, so IFD0 comes last; without others it is at 8.
  const interop = blocks.interop ? [long(0xa005, append(blocks.interop))] : []
  const hasExif = blocks.exif || blocks.interop
  const exif = hasExif ? [long(0x8769, append([...(blocks.exif ?? []), ...interop]))] : []
  const gps = blocks.gps ? [long(0x8825, append(blocks.gps))] : []
  const ifd0 = append([...(blocks.ifd0 ?? []), ...exif, ...gps])
  return segment(0xe1, Buffer.from('Exif\0\0'), tiff.subarray(0, 4), uint32(ifd0), tiff.subarray(8))
}

function block(entries: Entry[], start: number): Uint8Array {
  const sizes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 }
  let free = start + 2 + 12 * entries.length + 4
  const overflow: Uint8Array[] = []
  const rows = entries.map(({ tag, type, bytes, offset }) => {
    const head = [uint16(tag), uint16(type), uint32(bytes.length / (sizes[type] ?? 1))]
    if (bytes.length <= 4) return Buffer.concat([...head, bytes, new Uint8Array(4 - bytes.length)])
    overflow.push(bytes)
    free += bytes.length
    return Buffer.concat([...head, uint32(offset ?? free - bytes.length)])
  })
  return Buffer.concat([uint16(entries.length), ...rows, uint32(0), ...overflow])
}

/** An APP13 segment with Photoshop's IPTC resource: datasets of record 2, and 1:90 for UTF-8. */
export function iptcSegment(datasets: [number, string | Uint8Array][], isUtf8 = false): Uint8Array {
  return photoshopSegment(iptcResource(datasets, isUtf8))
}

/** An APP13 segment with part of Photoshop's image resources. */
export function photoshopSegment(resources: Uint8Array): Uint8Array {
  return segment(0xed, Buffer.from('Photoshop 3.0\0', 'latin1'), resources)
}

export function iptcResource(datasets: [number, string | Uint8Array][], isUtf8 = false): Buffer {
  const dataset = (record: number, number: number, value: Uint8Array) =>
    Buffer.concat([
      Uint8Array.of(0x1c, record, number, value.length >> 8, value.length & 255),
      value,
    ])
  return photoshopResource(
    0x0404,
    Buffer.concat([
      ...(isUtf8 ? [dataset(1, 90, Buffer.from('\x1b%G'))] : []),
      dataset(2, 0, Uint8Array.of(0, 2)),
      ...datasets.map(([number, value]) => dataset(2, number, Buffer.from(value))),
    ]),
  )
}

/** One of Photoshop's image resources; its name and data are padded to an even length. */
export function photoshopResource(id: number, data: Uint8Array, name = ''): Buffer {
  const named = Buffer.from(`${String.fromCharCode(name.length)}${name}`, 'latin1')
  const padding = (length: number) => new Uint8Array(length % 2)
  return Buffer.concat([
    Buffer.from('8BIM'),
    Uint8Array.of(id >> 8, id & 255),
    named,
    padding(named.length),
    new Uint8Array(uint32(data.length)).reverse(),
    data,
    padding(data.length),
  ])
}

/** An APP1 segment with an XMP packet of these descriptions. */
export function xmpSegment(rdf: string): Uint8Array {
  return xmpPacketSegment(Buffer.from(packet(rdf)))
}

/** An APP1 segment with these bytes as its XMP packet. */
export function xmpPacketSegment(bytes: Uint8Array): Uint8Array {
  return segment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0'), bytes)
}

/** An APP1 segment with the part of an extended XMP packet that begins at an offset. */
export function extendedXmpSegment(
  part: Uint8Array,
  place: { guid: string; length: number; offset: number },
): Uint8Array {
  const bigEndian = (value: number) => new Uint8Array(uint32(value)).reverse()
  return segment(
    0xe1,
    Buffer.from(`http://ns.adobe.com/xmp/extension/\0${place.guid}`),
    bigEndian(place.length),
    bigEndian(place.offset),
    part,
  )
}

export function packet(rdf: string): string {
  return `<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
    xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:dc="http://purl.org/dc/elements/1.1/">${rdf}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
}

/** A description with title, description and keywords as programs write them. */
export function dublinCore(title: string, description: string, keywords: string[]): string {
  const alternative = (value: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${value}</rdf:li></rdf:Alt>`
  const items = keywords.map((keyword) => `<rdf:li>${keyword}</rdf:li>`).join('')
  return `<rdf:Description><dc:title>${alternative(title)}</dc:title>
    <dc:description>${alternative(description)}</dc:description>
    <dc:subject><rdf:Bag>${items}</rdf:Bag></dc:subject></rdf:Description>`
}
