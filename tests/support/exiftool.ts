import { $ } from 'bun'
import type { Need } from './needs.ts'

/** One file's tags by group and name: 'IFD0:Make'. */
type ExiftoolTags = Record<string, unknown>

/** A photo's metadata from exiftool by Vitrine's rules; everything is text, '' for unknown. */
export type ExiftoolMetadata = {
  title: string
  description: string
  keywords: string
  originalDate: string
  cameraMake: string
  cameraModel: string
  lensMake: string
  lensModel: string
  focalLength: string
  focalLength35: string
  fNumber: string
  iso: string
  exposure: string
  rating: string
  creator: string
  copyright: string
  usageTerms: string
  webStatement: string
  credit: string
  gps: string
  orientation: string
}

export const needsExiftool: Need = {
  isMet: Bun.which('exiftool') !== null,
  otherwise: 'exiftool is not installed',
}

/** Runs exiftool once for all files; results are in the order of the files. */
export async function readWithExiftool(paths: string[]): Promise<ExiftoolMetadata[]> {
  const numeric = await ask(['-n', '-struct'], paths)
  // Photographers know shutter speeds as exiftool prints them ('1/250', '2.5').
  const shown = await ask(['-ExposureTime', '-ShutterSpeedValue'], paths)
  return paths.map((_, index) => byOurRules(numeric[index] ?? {}, shown[index] ?? {}))
}

async function ask(options: string[], paths: string[]): Promise<ExiftoolTags[]> {
  // exiftool exits with 1 if any file has a problem, but still answers for all.
  const answer = await $`exiftool -j -G1 ${options} -- ${paths}`.nothrow().quiet()
  return JSON.parse(answer.stdout.toString())
}

// The factory texts in the test photos; deliberately not the program's own list.
const factoryTexts = [
  'OLYMPUS DIGITAL CAMERA',
  'KODAK Digital Still Camera',
  'KODAK Action Cam',
  'Minolta DSC',
  'DCF 1.0',
]

function byOurRules(tags: ExiftoolTags, shown: ExiftoolTags): ExiftoolMetadata {
  const text = (...names: string[]) => names.map((name) => textOf(tags[name])).find(Boolean) ?? ''
  const human = (...names: string[]) =>
    names.map((name) => textOf(tags[name])).find((it) => it && !factoryTexts.includes(it)) ?? ''
  const number = (...names: string[]) =>
    names.map((name) => positive(textOf(tags[name]))).find(Boolean) ?? ''
  const ownTitle = human('XMP-dc:Title', 'IPTC:ObjectName')
  return {
    title: line(ownTitle || human('IFD0:ImageDescription', 'IFD0:XPTitle')),
    description:
      human('XMP-dc:Description', 'IPTC:Caption-Abstract') ||
      (ownTitle && human('IFD0:ImageDescription')),
    keywords: keywords(tags['XMP-dc:Subject'], tags['IPTC:Keywords'], tags['IFD0:XPKeywords']),
    originalDate: originalDate(tags),
    cameraMake: text('IFD0:Make', 'XMP-tiff:Make'),
    cameraModel: text('IFD0:Model', 'XMP-tiff:Model'),
    lensMake: text('ExifIFD:LensMake', 'XMP-exifEX:LensMake'),
    lensModel: text('ExifIFD:LensModel', 'XMP-exifEX:LensModel', 'XMP-aux:Lens'),
    focalLength: number('ExifIFD:FocalLength', 'XMP-exif:FocalLength'),
    focalLength35: number('ExifIFD:FocalLengthIn35mmFormat', 'XMP-exif:FocalLengthIn35mmFormat'),
    fNumber:
      number('ExifIFD:FNumber', 'XMP-exif:FNumber') || tenths(number('ExifIFD:ApertureValue')),
    iso: number('ExifIFD:ISO', 'XMP-exif:ISO', 'XMP-exifEX:PhotographicSensitivity'),
    exposure: textOf(shown['ExifIFD:ExposureTime'] ?? shown['ExifIFD:ShutterSpeedValue']),
    rating: number('XMP-xmp:Rating', 'IFD0:Rating'),
    creator: text('XMP-dc:Creator', 'IPTC:By-line', 'IFD0:Artist', 'IFD0:XPAuthor'),
    copyright: text('XMP-dc:Rights', 'IPTC:CopyrightNotice', 'IFD0:Copyright'),
    usageTerms: text('XMP-xmpRights:UsageTerms'),
    webStatement: text('XMP-xmpRights:WebStatement'),
    credit: text('XMP-photoshop:Credit', 'IPTC:Credit'),
    gps: place(tags),
    orientation: text('IFD0:Orientation') || '1',
  }
}

function textOf(value: unknown): string {
  return (Array.isArray(value) ? value.join(', ') : String(value ?? '')).trim()
}

const line = (text: string) => text.replace(/\s*\n\s*/g, ' ')

// The first of several values ('200 0'), to two decimals.
function positive(text: string): string {
  const value = Number(text.split(' ')[0])
  return value > 0 ? String(Number(value.toFixed(2))) : ''
}

const tenths = (text: string) => (text ? String(Number(Number(text).toFixed(1))) : '')

function keywords(...sources: unknown[]): string {
  const first = sources.find((source) => textOf(source) !== '')
  // A single text may be a list that a program did not split; an item of a list is one keyword.
  const words = Array.isArray(first) ? first.map(String) : String(first ?? '').split(';')
  return [...new Set(words.map((word) => word.trim()).filter(Boolean))].join(' | ')
}

// '2008:09:20 09:01:07.09+01:00'; time, fraction and offset can be missing.
function originalDate(tags: ExiftoolTags): string {
  const exif = textOf(tags['ExifIFD:DateTimeOriginal'])
  const subSeconds = textOf(tags['ExifIFD:SubSecTimeOriginal'])
  const candidates = [
    exif && `${exif}${subSeconds && `.${subSeconds}`}${textOf(tags['ExifIFD:OffsetTimeOriginal'])}`,
    textOf(tags['IFD0:DateTimeOriginal']),
    textOf(tags['XMP-exif:DateTimeOriginal']),
    textOf(tags['XMP-photoshop:DateCreated']),
    `${textOf(tags['IPTC:DateCreated'])} ${textOf(tags['IPTC:TimeCreated'])}`.trim(),
    textOf(tags['ExifIFD:CreateDate']),
    textOf(tags['XMP-xmp:CreateDate']),
  ]
  const found = candidates.find((it) => it !== '' && !it.startsWith('0000')) ?? ''
  const [, day = '', time = '', fraction = '', offset = ''] =
    /^(\S+)(?: (\d\d:\d\d(?::\d\d)?)(\.\d+)?(\S*))?$/.exec(found) ?? []
  if (!day) return ''
  const clock = `${time || '00:00'}:00`.slice(0, 8)
  const milliseconds = fraction ? fraction.slice(0, 4).padEnd(4, '0') : ''
  return `${day.replaceAll(':', '-')}T${clock}${milliseconds}${offset}`
}

function place(tags: ExiftoolTags): string {
  const coordinate = (name: string) => {
    const value = Number(tags[`GPS:GPS${name}`] || Number.NaN)
    return 'SW'.includes(textOf(tags[`GPS:GPS${name}Ref`]) || '?') ? -value : value
  }
  const [latitude, longitude] = [coordinate('Latitude'), coordinate('Longitude')]
  return Number.isNaN(latitude + longitude) ? '' : `${latitude.toFixed(6)} ${longitude.toFixed(6)}`
}
