import type { Photo } from '../contract/photos.ts'
import { type EditColumns, editOf, type PhotoRow } from './row.ts'
import { type Audience, albumIsOpen, photostream } from './visibility.ts'

/** The columns whose value is sent to everyone as it is, by the field of the wire. */
const everyonesColumns = {
  id: 'id',
  fileName: 'file_name',
  width: 'width',
  height: 'height',
  title: 'title',
  description: 'description',
  cameraMake: 'camera_make',
  cameraModel: 'camera_model',
  lensMake: 'lens_make',
  lensModel: 'lens_model',
  focalLength: 'focal_length',
  focalLength35: 'focal_length_35',
  fNumber: 'f_number',
  iso: 'iso',
  exposure: 'exposure',
  rating: 'rating',
  creator: 'creator',
  copyright: 'copyright',
  alt: 'alt',
} as const satisfies Partial<Record<keyof Photo, string>>
export type EveryonesColumns = typeof everyonesColumns

/** The same for the owner alone. */
const ownersColumns = {
  md5: 'md5',
  source: 'source',
  sourceName: 'source_name',
  fullWidth: 'full_width',
  fullHeight: 'full_height',
} as const satisfies Partial<Record<keyof Photo, string>>
export type OwnersColumns = typeof ownersColumns

/** The fields that are made from SQL of their own, and what they are before they are read. */
const everyonesSources = {
  keywords: 'photo.keywords',
  uploadDate: 'photo.uploaded_at',
  originalDate: "photo.taken_local || ifnull(photo.taken_offset, '')",
  thumbhash: 'photo.thumbhash',
} as const satisfies Partial<Record<keyof Photo, string>>

/** A photo as every query for a viewer reads it, named by the fields of the wire. */
export type VisitorRow = Pick<Photo, keyof EveryonesColumns | 'originalDate'> & {
  keywords: string
  uploadDate: number
  thumbhash: Uint8Array
}
/** What only the owner's query reads besides. */
export type OwnerRow = VisitorRow & {
  [Field in keyof OwnersColumns]: Exclude<Photo[Field], undefined>
} & EditColumns &
  Pick<PhotoRow, 'latitude' | 'longitude' | 'altitude' | 'warning'> & {
    /** 1 if it is in the photostream album. */
    isPublic: number
    /** JSON array of the ids of the other open albums that contain it. */
    visibleIn: string
  }

const named = (columns: Readonly<Record<string, string>>, table = ''): string[] =>
  Object.entries(columns).map(([field, sql]) => `${table}${sql} AS ${field}`)

const everyones = [...named(everyonesColumns, 'photo.'), ...named(everyonesSources)].join(', ')
const owners = `${named(ownersColumns, 'photo.').join(', ')},
  photo.latitude, photo.longitude, photo.altitude, photo.warning, photo.edit_rotation,
  photo.edit_x, photo.edit_y, photo.edit_width, photo.edit_height,
  EXISTS (SELECT 1 FROM album_photo WHERE photo = photo.row_id AND album = ${photostream}) AS isPublic,
  (SELECT json_group_array(album.id) FROM album_photo JOIN album ON album.row_id = album_photo.album
    WHERE album_photo.photo = photo.row_id AND ${albumIsOpen('visitor')}
      AND album.row_id IS NOT ${photostream}) AS visibleIn`

/** SQL for what an audience is sent of a photo. */
export const selectionFor = (audience: Audience): string =>
  audience === 'owner' ? `${everyones}, ${owners}` : everyones

/** A photo as everyone who may see it is sent it: the row itself, read in place. */
export const visitorsPhoto = (row: VisitorRow): Photo =>
  Object.assign(row, {
    keywords: JSON.parse(row.keywords) as string[],
    uploadDate: new Date(row.uploadDate).toISOString(),
    thumbhash: Buffer.from(row.thumbhash).toString('base64'),
  })

/** A photo as the owner is sent it. */
export function ownersPhoto(row: OwnerRow): Photo {
  const { latitude, longitude, altitude, warning, isPublic, visibleIn, ...others } = row
  const { edit_rotation, edit_x, edit_y, edit_width, edit_height, ...shown } = others
  return {
    ...visitorsPhoto(shown),
    ...(latitude !== null && longitude !== null && { gps: { latitude, longitude, altitude } }),
    isPublic: isPublic === 1,
    visibleIn: JSON.parse(visibleIn),
    edit: editOf({ edit_rotation, edit_x, edit_y, edit_width, edit_height }),
    ...(warning && { warning }),
  }
}
