import type { FileField } from '../../contract/photos/file-fields.ts'
import type { Edit, Photo } from '../../contract/photos/photos.ts'
import type { MatchRule } from '../../contract/photos/versions.ts'
import type { OwnerColumns, VisitorColumns } from './columns.ts'

export type EditColumns = {
  edit_rotation: number | null
  edit_x: number | null
  edit_y: number | null
  edit_width: number | null
  edit_height: number | null
}

/** Columns sent unchanged, named in columns.ts and typed by the API schema. */
type SentColumns = {
  [Field in keyof (VisitorColumns & OwnerColumns) & keyof Photo as (VisitorColumns &
    OwnerColumns)[Field]]: Exclude<Photo[Field], undefined>
}

/** Times in ms since the epoch, lengths in mm, sizes in pixels. */
export type PhotoRow = SentColumns &
  EditColumns & {
    row_id: number
    /** The name of its original; that of the first version is the photo's id. */
    original: string
    bytes: number
    source_date: string | null
    source_folder: string | null
    uploaded_at: number
    /** NULL for the first version. */
    version_at: number | null
    /** How the present version was recognised; NULL for the first. */
    version_rule: MatchRule | null
    /** The upload or import that added it; NULL if unknown. */
    run: string | null
    orientation: number
    adobe_rgb: number
    keywords: string
    /** JSON array: the keywords hidden from visitors. */
    hidden_keywords: string
    keyword_paths: string
    label: string
    taken_local: string | null
    taken_offset: string | null
    usage_terms: string | null
    web_statement: string | null
    credit: string | null
    licensor_url: string | null
    latitude: number | null
    longitude: number | null
    altitude: number | null
    /** EditedFields as JSON; NULL if unknown. */
    edited: string | null
    document_id: string | null
    camera_serial: string | null
    thumbhash: Uint8Array
    warning: string | null
    sort_key: number
  }

/** The fields that can be edited, as in the photo's row. */
export type FieldValues = Pick<PhotoRow, FileField>

/** The fields that were edited here, each with the file's value. */
export type EditedFields = Partial<FieldValues>

export type NewPhotoRow = Omit<PhotoRow, 'row_id'>

/** What a new version changes. */
export type NewVersionRow = Omit<PhotoRow, 'id' | 'uploaded_at' | 'hidden_keywords'>

export type EditedPhoto = EditColumns &
  Pick<PhotoRow, 'row_id' | 'file_name' | 'width' | 'height' | 'thumbhash'>

export function editOf(row: EditColumns): Edit | null {
  const { edit_rotation, edit_x, edit_y, edit_width, edit_height } = row
  if (edit_rotation === null || edit_x === null || edit_y === null) return null
  if (edit_width === null || edit_height === null) return null
  return { rotation: edit_rotation, x: edit_x, y: edit_y, width: edit_width, height: edit_height }
}

export const editColumns = (edit: Edit | null): EditColumns => ({
  edit_rotation: edit?.rotation ?? null,
  edit_x: edit?.x ?? null,
  edit_y: edit?.y ?? null,
  edit_width: edit?.width ?? null,
  edit_height: edit?.height ?? null,
})

/** What is needed to serve a photo's bytes; `is_open`: anonymous visitors may see it. */
export type ImageRow = Pick<
  PhotoRow,
  | 'row_id'
  | 'id'
  | 'original'
  | 'file_name'
  | 'width'
  | 'height'
  | 'orientation'
  | 'adobe_rgb'
  | 'source_name'
  | 'creator'
  | 'copyright'
  | 'usage_terms'
  | 'web_statement'
  | 'credit'
  | 'licensor_url'
> &
  EditColumns & { is_open: number }

/** The photo that a file belongs to, and whether it is the version that is shown. */
export type KnownOriginal = Pick<PhotoRow, 'id' | 'original'> & { is_current: number }

/** `added_at` is in ms since the epoch. */
export type EarlierVersion = Pick<
  PhotoRow,
  'original' | 'md5' | 'bytes' | 'source' | 'source_name' | 'source_date' | 'source_folder'
> & { added_at: number; rule: MatchRule | null }

/** The version that a photo shows, to be kept as an earlier one. */
export const versionOf = (row: PhotoRow): EarlierVersion => ({
  original: row.original,
  md5: row.md5,
  bytes: row.bytes,
  source: row.source,
  source_name: row.source_name,
  source_date: row.source_date,
  source_folder: row.source_folder,
  added_at: row.version_at ?? row.uploaded_at,
  rule: row.version_rule,
})
