import type { Edit } from '../contract/photos.ts'
import type { PhotoSource } from '../contract/vocabulary.ts'

/** A crop and turn as the database keeps it: all null without one. */
export type EditColumns = {
  edit_rotation: number | null
  edit_x: number | null
  edit_y: number | null
  edit_width: number | null
  edit_height: number | null
}

/** A photo as the database keeps it. Times in ms since the epoch, lengths in mm, sizes in pixels. */
export type PhotoRow = {
  n: number
  id: string
  file_name: string
  md5: string
  sha256: string
  bytes: number
  source: PhotoSource
  source_name: string
  source_date: string | null
  uploaded_at: number
  width: number
  height: number
  full_width: number
  full_height: number
  orientation: number
  adobe_rgb: number
  title: string
  description: string
  keywords: string
  taken_local: string | null
  taken_offset: string | null
  camera_make: string | null
  camera_model: string | null
  camera_id: string | null
  lens_make: string | null
  lens_model: string | null
  focal_length: number | null
  focal_length_35: number | null
  f_number: number | null
  iso: number | null
  exposure: string | null
  rating: number | null
  creator: string | null
  copyright: string | null
  usage_terms: string | null
  web_statement: string | null
  credit: string | null
  alt: string | null
  latitude: number | null
  longitude: number | null
  altitude: number | null
  thumbhash: Uint8Array
  warning: string | null
  sort_key: number
} & EditColumns
/** A photo that comes in is not edited. */
export type NewPhotoRow = Omit<PhotoRow, 'n' | keyof EditColumns>

/** What an edit changes of a photo, and which photo it is. */
export type EditedPhoto = EditColumns &
  Pick<PhotoRow, 'n' | 'file_name' | 'width' | 'height' | 'thumbhash'>

/** How the owner turned and cropped a photo; null for one that is as it came. */
export function editOf(row: EditColumns): Edit | null {
  const { edit_rotation, edit_x, edit_y, edit_width, edit_height } = row
  if (edit_rotation === null || edit_x === null || edit_y === null) return null
  if (edit_width === null || edit_height === null) return null
  return { rotation: edit_rotation, x: edit_x, y: edit_y, width: edit_width, height: edit_height }
}

/** A photo with what the owner, and nobody else, is told of its place. */
export type SeenPhotoRow = PhotoRow & {
  /** 1 in the photostream album. */
  is_public?: number
  /** JSON array of the ids of the other open albums that show it. */
  visible_in?: string
}

/** What serving a photo's bytes needs of it; is_open: a visitor without session or code sees it. */
export type ImageRow = Pick<
  PhotoRow,
  | 'n'
  | 'id'
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
> &
  EditColumns & { is_open: number }
