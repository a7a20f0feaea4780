import { type Fraction, readSegments, type Segments, type Tags } from './exifr-segments.ts'
import { beforeNul, decodeDeclaredUtf8, decodeText, decodeUtf16 } from './metadata-text.ts'
import { XmpProperties } from './xmp-properties.ts'

type Block = 'ifd0' | 'exif' | 'gps' | 'interop'

/** A photo's metadata by tag: texts are decoded ('' when absent) but not cleaned. */
export class MetadataSource {
  readonly xmp: XmpProperties
  readonly #segments: Segments

  private constructor(segments: Segments) {
    this.#segments = segments
    this.xmp = new XmpProperties(segments.xmp ?? '')
  }

  /** Reads a JPEG's segments; never rejects. */
  static async read(file: Uint8Array): Promise<MetadataSource> {
    return new MetadataSource(await readSegments(file))
  }

  exifText(block: Block, tag: number): string {
    return beforeNul(decodeText(this.exifBytes(block, tag) ?? new Uint8Array()))
  }

  /** The texts of a tag that holds several, each ended by a NUL; blank ones are left out. */
  exifParts(block: Block, tag: number): string[] {
    const parts = decodeText(this.exifBytes(block, tag) ?? new Uint8Array()).split('\0')
    return parts.map((part) => part.trim()).filter((part) => part !== '')
  }

  /** One of Windows' own tags in IFD0, XPTitle and the like. */
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

  /** An IPTC dataset of record 2. */
  iptcText(dataset: number): string {
    return this.iptcTexts(dataset)[0] ?? ''
  }

  iptcTexts(dataset: number): string[] {
    const { iptc } = this.#segments
    const decode = iptc?.isUtf8 ? decodeDeclaredUtf8 : decodeText
    return (iptc?.datasets.get(dataset) ?? []).map(decode)
  }

  xmpNumber(name: string): number | null {
    return quotient(this.xmpFraction(name))
  }

  /** XMP writes fractions as '1/250' and other numbers as decimals. */
  xmpFraction(name: string): Fraction | undefined {
    const match = /^([+-]?\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(this.xmp.text(name).trim())
    return match ? { numerator: Number(match[1]), denominator: Number(match[2] ?? 1) } : undefined
  }

  #tags(block: Block): Tags {
    return this.#segments[block] ?? {}
  }
}

function quotient(value: Fraction | undefined): number | null {
  const number = value ? value.numerator / value.denominator : Number.NaN
  return Number.isFinite(number) ? number : null
}
