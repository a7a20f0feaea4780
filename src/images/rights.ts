import { ownValue } from '../contract/own-value.ts'
import type { Variant } from '../contract/photos/variants.ts'
import { marker } from './jpeg.ts'
import { jpegSegment } from './jpeg-segments.ts'

export type Credits = {
  readonly creator: string | null
  readonly copyright: string | null
  readonly keepsAiOut: boolean
  /** Renditions are upright: a whole row, with its file's orientation, is not accepted. */
  readonly orientation?: never
}

export const creditsOf = (
  { creator, copyright }: Pick<Credits, 'creator' | 'copyright'>,
  keepsAiOut: boolean,
): Credits => ({ creator, copyright, keepsAiOut })

/** Tiles have no metadata, so they are not marked. */
export const marksAi = (variant: Variant, keepsAiOut: boolean): 0 | 1 =>
  keepsAiOut && variant !== 'thumb' ? 1 : 0

export type Rights = {
  /** EXIF's orientation, 1 to 8; anything else counts as 1. */
  orientation: number
  creator: string | null
  copyright: string | null
  usageTerms: string | null
  webStatement: string | null
  credit: string | null
  /** IPTC's Licensor URL. */
  licensorUrl: string | null
  /** Marks the file as not for AI training (IPTC's Data Mining). */
  keepsAiOut: boolean
}

type XmpRights = Partial<Omit<Rights, 'orientation'>>

// Two texts and 60 bytes of tables in one segment.
const maxExifTextBytes = 32_000
// Six texts and 2 KB of markup in one segment.
const maxXmpTextBytes = 10_000

const noAiTraining = 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING'

const xmpName = 'http://ns.adobe.com/xap/1.0/\0'

/**
 * A minimal EXIF: Orientation, Artist and Copyright. Text is UTF-8, as every current reader
 * expects.
 */
export function exifSegment(
  orientation: number,
  { creator, copyright }: Pick<Rights, 'creator' | 'copyright'>,
): Buffer {
  const upright = Number.isInteger(orientation) && orientation >= 1 && orientation <= 8
  const entries = [
    { tag: 0x0112, type: 3, count: 1, value: uint16(upright ? orientation : 1) },
    ...textEntry(0x013b, creator),
    ...textEntry(0x8298, copyright),
  ]
  const directory = Buffer.alloc(8 + 2 + entries.length * 12 + 4)
  // Little-endian TIFF with its first directory right after the header of 8 bytes.
  directory.write('II*\0', 'latin1')
  directory.writeUInt32LE(8, 4)
  directory.writeUInt16LE(entries.length, 8)
  const values: Buffer[] = []
  let valuesEnd = directory.length
  entries.forEach(({ tag, type, count, value }, index) => {
    const at = 10 + index * 12
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(count, at + 4)
    // Up to four bytes are in the entry itself, longer values at an offset.
    if (value.length <= 4) {
      directory.set(value, at + 8)
      return
    }
    directory.writeUInt32LE(valuesEnd, at + 8)
    values.push(value)
    valuesEnd += value.length
  })
  return jpegSegment(marker.app1, Buffer.from('Exif\0\0', 'latin1'), directory, ...values)
}

/** null if there is nothing to say. */
export function xmpSegment(rights: XmpRights): Buffer | null {
  const packet = xmpPacket(rights)
  if (packet === null) return null
  return jpegSegment(marker.app1, Buffer.from(xmpName, 'latin1'), Buffer.from(packet, 'utf8'))
}

/** At most 64 KB; null if there is nothing to say. */
export function xmpPacket(rights: XmpRights): string | null {
  const properties = [
    property('dc:creator', rights.creator, (text) => list('Seq', `<rdf:li>${text}</rdf:li>`)),
    property('dc:rights', rights.copyright, inAnyLanguage),
    property('xmpRights:UsageTerms', rights.usageTerms, inAnyLanguage),
    property('xmpRights:WebStatement', rights.webStatement, (text) => text),
    property('photoshop:Credit', rights.credit, (text) => text),
    property('plus:Licensor', rights.licensorUrl, licensor),
    property('plus:DataMining', rights.keepsAiOut ? noAiTraining : null, (text) => text),
  ].join('')
  if (properties === '') return null
  return (
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>' +
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/"' +
    ' xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"' +
    ' xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/">' +
    `${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`
  )
}

function textEntry(tag: number, text: string | null) {
  const shown = cut(clean(text), maxExifTextBytes, (character) => character)
  if (shown === '') return []
  const value = Buffer.from(`${shown}\0`, 'utf8')
  return [{ tag, type: 2, count: value.length, value }]
}

function property(
  name: string,
  text: string | null | undefined,
  wrap: (escaped: string) => string,
): string {
  const escaped = cut(clean(text), maxXmpTextBytes, escapeXml)
  return escaped === '' ? '' : `<${name}>${wrap(escaped)}</${name}>`
}

const licensor = (url: string) =>
  list(
    'Seq',
    `<rdf:li rdf:parseType="Resource"><plus:LicensorURL>${url}</plus:LicensorURL></rdf:li>`,
  )

const list = (kind: 'Seq' | 'Alt', items: string) => `<rdf:${kind}>${items}</rdf:${kind}>`

const inAnyLanguage = (text: string) => list('Alt', `<rdf:li xml:lang="x-default">${text}</rdf:li>`)

/** Without control characters and lone surrogates, which neither XML nor EXIF can contain. */
function clean(text: string | null | undefined): string {
  return (text ?? '')
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]/g, '')
    .trim()
}

/** As many whole characters, each transformed, as fit into `bytes` of UTF-8. */
function cut(text: string, bytes: number, transform: (character: string) => string): string {
  let kept = ''
  let length = 0
  for (const character of text) {
    const shown = transform(character)
    length += Buffer.byteLength(shown, 'utf8')
    if (length > bytes) break
    kept += shown
  }
  return kept
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

const escapeXml = (character: string) => ownValue(entities, character) ?? character

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
