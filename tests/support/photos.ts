// Small camera files made by sharp, with EXIF and different bytes each.
import { textureJpeg } from './jpegs.ts'
import {
  dublinCore,
  type Entry,
  exifSegment,
  fractions,
  short,
  text,
  withSegments,
  xmpSegment,
} from './metadata-segments.ts'

const pictures = new Map<string, Promise<Buffer>>()
let made = 0

export type CameraOptions = {
  width?: number
  height?: number
  /** As in EXIF: '2024:05:06 07:08:09'; null for none. */
  date?: string | null
  title?: string
  description?: string
  keywords?: string[]
  /** With its levels: 'animals|birds|heron'. */
  keywordPaths?: string[]
  label?: string
  rating?: number
  make?: string
  model?: string | null
  creator?: string
  orientation?: number
  /** Degrees north and east. */
  gps?: [number, number]
  lens?: string
  /** In tenths of a millimetre, and of an f-number. */
  focalTenths?: number
  fTenths?: number
  iso?: number
  /** The denominator of the exposure time. */
  shutter?: number
  /** The camera's; each photo has another one if absent. */
  serial?: string
  /** More tags of each block. */
  more?: { ifd0?: Entry[]; exif?: Entry[] }
}

/** A new photo; no two are the same file. */
export async function camera(options: CameraOptions = {}): Promise<Uint8Array> {
  const { width = 96, height = 64, title, description = '', keywords = [] } = options
  const n = ++made
  const rdf = title === undefined ? '' : dublinCore(title, description, keywords)
  const sorted = lightroom(options)
  const xmp = rdf + sorted === '' ? [] : [xmpSegment(rdf + sorted)]
  return withSegments(await picture(width, height), exif(options, n), ...xmp)
}

/** What Lightroom writes of how photos are sorted. */
function lightroom({ keywordPaths = [], label, rating }: CameraOptions): string {
  if (keywordPaths.length === 0 && label === undefined && rating === undefined) return ''
  const items = keywordPaths.map((path) => `<rdf:li>${path}</rdf:li>`).join('')
  return `<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:lr="http://ns.adobe.com/lightroom/1.0/"${label === undefined ? '' : ` xmp:Label="${label}"`}
    ${rating === undefined ? '' : ` xmp:Rating="${rating}"`}>
    <lr:hierarchicalSubject><rdf:Bag>${items}</rdf:Bag></lr:hierarchicalSubject></rdf:Description>`
}

/** A JPEG of that size without metadata, made once. */
function picture(width: number, height: number): Promise<Buffer> {
  const key = `${width}×${height}`
  const known = pictures.get(key) ?? textureJpeg(width, height)
  pictures.set(key, known)
  return known
}

function exif(
  {
    date = '2024:05:06 07:08:09',
    orientation,
    gps,
    make,
    model,
    creator = '',
    lens,
    focalTenths = 90,
    fTenths = 28,
    iso = 80,
    shutter = 250,
    serial,
    more,
  }: CameraOptions,
  n: number,
) {
  const degrees = (tag: number, value: number) => {
    const tenThousandths = Math.round(value * 36e6)
    const minutes = Math.floor(tenThousandths / 6e5)
    return fractions(
      tag,
      [Math.floor(minutes / 60), 1],
      [minutes % 60, 1],
      [tenThousandths % 6e5, 10_000],
    )
  }
  const name = model === undefined ? 'E-10' : model
  const ifd0: Entry[] = [
    text(0x010f, make ?? 'OLYMPUS'),
    ...(name === null ? [] : [text(0x0110, name)]),
    ...(orientation === undefined ? [] : [short(0x0112, orientation)]),
    ...(creator === '' ? [] : [text(0x013b, creator)]),
    ...(more?.ifd0 ?? []),
  ]
  const exifBlock: Entry[] = [
    fractions(0x829a, [1, shutter]),
    fractions(0x829d, [fTenths, 10]),
    short(0x8827, iso),
    ...(date === null ? [] : [text(0x9003, date)]),
    fractions(0x920a, [focalTenths, 10]),
    // The serial number must never reach a visitor.
    text(0xa431, serial ?? `SERIAL-${String(n).padStart(8, '0')}`),
    // A comment makes each file different.
    text(0x9286, String(n).padStart(32, '0')),
    ...(lens === undefined ? [] : [text(0xa434, lens)]),
    ...(more?.exif ?? []),
  ]
  return exifSegment({
    ifd0,
    exif: exifBlock,
    ...(gps && {
      gps: [text(1, 'N'), degrees(2, gps[0]), text(3, 'E'), degrees(4, gps[1])],
    }),
  })
}
