import type { PhotoSource } from '../../contract/photos/photo-sources.ts'
import type { Edit } from '../../contract/photos/photos.ts'
import type { MatchRule } from '../../contract/photos/versions.ts'
import type { Coordinates } from '../../images/coordinates.ts'
import type { PhotoMetadata } from '../../images/metadata.ts'
import type { OriginalDate } from '../../images/original-date.ts'
import type { RenderedFile } from '../../images/render-file.ts'
import { randomFileName } from '../../storage/library.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import { editedBy } from './field-owners.ts'
import { editColumns, type FieldValues, type NewPhotoRow } from './row.ts'

/** What is known of a photo from somewhere else than its file, such as a sidecar. */
export type BesideFile = {
  /** Counts as edited here, where it differs from what the file says. */
  readonly values?: Partial<FieldValues>
  /** Used if the file has no date. */
  readonly takenAt?: OriginalDate
  /** Used if the file has no place. */
  readonly gps?: Coordinates
  readonly edit?: Edit
  /** When it came to the gallery that it was exported from, in ms. */
  readonly addedAt?: number
}

export type FileOrigin = {
  readonly source: PhotoSource
  readonly sourceName: string
  readonly sourceDate: string | null
  /** The name or path of the folder that it came from, if any. */
  readonly folder: string | null
  /** Its id at the source, such as that of a Drive file. */
  readonly item?: string
  /** The followed folder that it is in, if any. */
  readonly sourceId?: string
  /** The upload or import that it is part of. */
  readonly run?: string
  readonly beside?: BesideFile
}
export type FileIdentity = Pick<ReceivedFile, 'md5' | 'bytes'>

/** Where a file comes from; `addTo` runs in the photo's own transaction, to add it to albums. */
export type Origin = FileOrigin & {
  readonly addTo?: (photo: number, as: 'photo' | 'version') => void
}

/** Where a new version comes from, and how the photo was recognised. */
export type VersionOrigin = Origin & { readonly rule: MatchRule | null }

/** In characters. */
const sourceNameLimit = 255
const folderLimit = 1000

/** The row of a new photo; `now` is in ms. */
export function newRow(
  file: FileIdentity & { readonly original?: string },
  origin: Origin,
  rendered: RenderedFile,
  now: number,
): NewPhotoRow {
  const id = Bun.randomUUIDv7('hex', now)
  const { values = {}, addedAt = now } = origin.beside ?? {}
  const fields = editedBy(values, { values: valuesOf(rendered.metadata), edited: {} })
  const columns = fileColumns(file, origin, rendered)
  return {
    id,
    original: file.original ?? id,
    uploaded_at: addedAt,
    version_at: null,
    version_rule: null,
    edited: JSON.stringify(fields.edited),
    hidden_keywords: '[]',
    sort_key: columns.taken_local ? -Date.parse(`${columns.taken_local}Z`) : -addedAt,
    ...fields.values,
    ...columns,
    ...editColumns(rendered.edit),
  }
}

/** The columns that come from the file, except fields that can be edited. */
export function fileColumns(file: FileIdentity, origin: FileOrigin, rendered: RenderedFile) {
  const { metadata, full, size } = rendered
  const takenAt = metadata.originalDate ?? origin.beside?.takenAt
  const gps = metadata.gps ?? origin.beside?.gps
  return {
    file_name: randomFileName(),
    md5: file.md5,
    bytes: file.bytes,
    source: origin.source,
    source_name: cleanName(origin.sourceName),
    source_date: origin.sourceDate,
    source_folder: origin.folder?.slice(0, folderLimit) || null,
    run: origin.run ?? null,
    ...size,
    full_width: full.width,
    full_height: full.height,
    orientation: metadata.orientation,
    adobe_rgb: metadata.interopR03 ? 1 : 0,
    taken_local: takenAt?.local ?? null,
    taken_offset: takenAt?.offset ?? null,
    camera_make: metadata.cameraMake,
    camera_model: metadata.cameraModel,
    lens_make: metadata.lensMake,
    lens_model: metadata.lensModel,
    focal_length: metadata.focalLength,
    focal_length_35: metadata.focalLength35,
    f_number: metadata.fNumber,
    iso: metadata.iso,
    exposure: metadata.exposure,
    usage_terms: metadata.usageTerms,
    web_statement: metadata.webStatement,
    credit: metadata.credit,
    licensor_url: metadata.licensorUrl,
    latitude: gps?.latitude ?? null,
    longitude: gps?.longitude ?? null,
    altitude: gps?.altitude ?? null,
    document_id: metadata.documentId,
    camera_serial: metadata.cameraSerial,
    ...labelsOf(metadata),
    thumbhash: rendered.thumbhash,
    warning: rendered.warning,
  }
}

/** Columns that only rules use. Older photos get them when their files are read again. */
export const labelsOf = ({ label, keywordPaths }: PhotoMetadata) => ({
  label,
  keyword_paths: JSON.stringify(keywordPaths),
})

/** The fields that can be edited, with the file's values. */
export const valuesOf = (metadata: PhotoMetadata): FieldValues => ({
  title: metadata.title,
  description: metadata.description,
  keywords: JSON.stringify(metadata.keywords),
  alt: metadata.alt,
  creator: metadata.creator,
  copyright: metadata.copyright,
  rating: metadata.rating,
})

/** The name without folders and control characters, for downloads and lists. */
export function cleanName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const plain = base.replace(/[\u0000-\u001f\u007f]/g, '').trim()
  // '', '.' and '..' are not file names.
  if (/^\.{0,2}$/.test(plain)) return 'photo.jpg'
  return [...plain].slice(0, sourceNameLimit).join('')
}
