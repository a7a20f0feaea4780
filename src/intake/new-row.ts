import type { PhotoSource } from '../contract/vocabulary.ts'
import { randomFileName } from '../images/library.ts'
import type { PhotoMetadata } from '../images/metadata.ts'
import type { Picture } from '../images/picture.ts'
import type { NewPhotoRow } from '../photos/row.ts'
import type { ReceivedFile } from './receive.ts'

/** Where a file comes from; `addTo` runs in the photo's own transaction, to add it to albums. */
export type Origin = {
  readonly source: PhotoSource
  readonly sourceName: string
  readonly sourceDate: string | null
  readonly addTo?: (photo: number) => void
}

/** In characters. */
const sourceNameLimit = 255

/** The row of a new photo; `now` is in ms. */
export function newRow(from: {
  file: ReceivedFile
  origin: Origin
  metadata: PhotoMetadata
  picture: Picture
  thumbhash: Uint8Array
  warning: string | null
  now: number
}): NewPhotoRow {
  const { file, origin, metadata, picture, now } = from
  const { width, height } = picture.size
  const id = Bun.randomUUIDv7('hex', now)
  return {
    id,
    original: id,
    file_name: randomFileName(),
    md5: file.md5,
    bytes: file.bytes,
    source: origin.source,
    source_name: cleanName(origin.sourceName),
    source_date: origin.sourceDate,
    uploaded_at: now,
    width,
    height,
    full_width: width,
    full_height: height,
    orientation: metadata.orientation,
    adobe_rgb: metadata.interopR03 ? 1 : 0,
    title: metadata.title,
    description: metadata.description,
    keywords: JSON.stringify(metadata.keywords),
    taken_local: metadata.originalDate?.local ?? null,
    taken_offset: metadata.originalDate?.offset ?? null,
    camera_make: metadata.cameraMake,
    camera_model: metadata.cameraModel,
    lens_make: metadata.lensMake,
    lens_model: metadata.lensModel,
    focal_length: metadata.focalLength,
    focal_length_35: metadata.focalLength35,
    f_number: metadata.fNumber,
    iso: metadata.iso,
    exposure: metadata.exposure,
    rating: metadata.rating,
    creator: metadata.creator,
    copyright: metadata.copyright,
    usage_terms: metadata.usageTerms,
    web_statement: metadata.webStatement,
    credit: metadata.credit,
    licensor_url: metadata.licensorUrl,
    alt: metadata.alt,
    latitude: metadata.gps?.latitude ?? null,
    longitude: metadata.gps?.longitude ?? null,
    altitude: metadata.gps?.altitude ?? null,
    edited: '{}',
    document_id: metadata.documentId,
    camera_serial: metadata.cameraSerial,
    thumbhash: from.thumbhash,
    warning: from.warning,
    sort_key: metadata.originalDate ? -Date.parse(`${metadata.originalDate.local}Z`) : -now,
  }
}

/** The name without folders and control characters, for downloads and lists. */
function cleanName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const plain = base.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  // '', '.' and '..' are not file names.
  if (/^\.{0,2}$/.test(plain)) return 'photo.jpg'
  return [...plain].slice(0, sourceNameLimit).join('')
}
