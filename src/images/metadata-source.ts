import { type ExifBlocks, type Fraction, readExif, type Tags } from './exifr-segments.ts'
import { type IptcRecord, readIptc } from './metadata-iptc.ts'
import { metadataSegments } from './metadata-segments.ts'
import { beforeNul, decodeDeclaredUtf8, decodeText, decodeUtf16 } from './metadata-text.ts'
import { readXmp } from './metadata-xmp.ts'
import type { XmpProperties } from './xmp-properties.ts'

type Block = keyof ExifBlocks

/** A photo's metadata by tag: texts are decoded ('' if missing) but not cleaned. */
export class MetadataSource {
  private constructor(
    private readonly exif: ExifBlocks,
    private readonly iptc: IptcRecord,
    readonly xmp: XmpProperties,
  ) {}

  /** Never throws. */
  static async read(file: Uint8Array): Promise<MetadataSource> {
    const segments = metadataSegments(file)
    const exif = await readExif(wholeExif(segments.exif))
    return new MetadataSource(exif, readIptc(segments.photoshop), readXmp(segments))
  }

  /** The text of an XMP sidecar. Never throws. */
  static ofSidecar(packet: Uint8Array): MetadataSource {
    const iptc: IptcRecord = { datasets: new Map(), isUtf8: true }
    return new MetadataSource({}, iptc, readXmp({ xmp: [packet], extendedXmp: [] }))
  }

  exifText(block: Block, tag: number): string {
    return beforeNul(decodeText(this.exifBytes(block, tag) ?? new Uint8Array()))
  }

  /** A text of fixed length, with NUL characters where it is not filled. */
  exifFilled(block: Block, tag: number): string {
    return decodeText(this.exifBytes(block, tag) ?? new Uint8Array())
  }

  /** Several texts in one tag, each ended by a NUL; blank ones are omitted. */
  exifParts(block: Block, tag: number): string[] {
    const parts = decodeText(this.exifBytes(block, tag) ?? new Uint8Array()).split('\0')
    return parts.map((part) => part.trim()).filter((part) => part !== '')
  }

  /** One of Windows' own tags in IFD0, such as XPTitle. */
  windowsText(tag: number): string {
    return decodeUtf16(this.exifBytes('ifd0', tag) ?? new Uint8Array())
  }

  exifBytes(block: Block, tag: number): Uint8Array | undefined {
    const value = this.#tags(block)[tag]
    return value instanceof Uint8Array ? value : undefined
  }

  exifNumbers(block: Block, tag: number): Fraction[] {
    const value = this.#tags(block)[tag]
    return Array.isArray(value) ? value : []
  }

  exifNumber(block: Block, tag: number): number | null {
    return quotient(this.exifNumbers(block, tag)[0])
  }

  /** A whole number in whichever type it is written, even as a byte or a digit. */
  exifInteger(block: Block, tag: number): number | null {
    const bytes = this.exifBytes(block, tag)
    const digits = bytes && /^\s*(\d{1,9})\s*$/.exec(beforeNul(decodeText(bytes)))?.[1]
    const value = digits ? Number(digits) : (bytes?.[0] ?? this.exifNumber(block, tag))
    return Number.isInteger(value) ? (value as number) : null
  }

  iptcText(dataset: number): string {
    return this.iptcTexts(dataset)[0] ?? ''
  }

  iptcTexts(dataset: number): string[] {
    const decode = this.iptc.isUtf8 ? decodeDeclaredUtf8 : decodeText
    const values = [...(this.iptc.datasets.get(dataset) ?? [])]
    return values.map((value) => decode(Buffer.from(value, 'latin1')))
  }

  xmpNumber(name: string): number | null {
    return quotient(this.xmpFraction(name))
  }

  /** XMP writes fractions as '1/250' and other numbers as decimals. */
  xmpFraction(name: string): Fraction | undefined {
    return parseFraction(this.xmp.text(name))
  }

  xmpFractions(name: string): (Fraction | undefined)[] {
    return this.xmp.list(name).map(parseFraction)
  }

  #tags(block: Block): Tags {
    return this.exif[block] ?? {}
  }
}

/** '1/250', '0.004' or '0,004'. */
export function parseFraction(text: string): Fraction | undefined {
  const match = /^([+-]?\d+(?:[.,]\d+)?)(?:\/(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const numerator = Number(match[1]?.replace(',', '.'))
  return { numerator, denominator: Number(match[2] ?? 1) }
}

function quotient(value: Fraction | undefined): number | null {
  const number = value ? value.numerator / value.denominator : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** EXIF above 64 KB continues in segments of the same name that do not begin like a TIFF file. */
function wholeExif(segments: readonly Uint8Array[]): Uint8Array {
  const starts = segments.map((bytes) => /^(?:II\*\0|MM\0\*)/.test(headOf(bytes)))
  const first = Math.max(starts.indexOf(true), 0)
  const next = starts.indexOf(true, first + 1)
  return Buffer.concat(segments.slice(first, next < 0 ? undefined : next))
}

const headOf = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('latin1')
