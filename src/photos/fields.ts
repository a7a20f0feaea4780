import type { Photo } from '../contract/photos.ts'
import { editOf, type PhotoRow } from './row.ts'
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

/** What everyone's other fields are made from. */
const everyonesSources = [
  'keywords',
  'uploaded_at',
  'taken_local',
  'taken_offset',
  'thumbhash',
] as const satisfies (keyof PhotoRow)[]

/** A photo as a visitor's query reads it: no column of the owner's is in it. */
export type VisitorRow = Pick<
  PhotoRow,
  EveryonesColumns[keyof EveryonesColumns] | (typeof everyonesSources)[number]
>
/** A photo as the owner's query reads it, with where it can be seen. */
export type OwnerRow = PhotoRow & {
  /** 1 in the photostream album. */
  is_public: number
  /** JSON array of the ids of the other open albums that contain it. */
  visible_in: string
}

const visitorSelection = [...Object.values(everyonesColumns), ...everyonesSources]
  .map((column) => `photo.${column}`)
  .join(', ')
const ownerSelection = `photo.*,
  EXISTS (SELECT 1 FROM album_photo WHERE photo = photo.n AND album = ${photostream}) AS is_public,
  (SELECT json_group_array(album.id) FROM album_photo JOIN album ON album.n = album_photo.album
    WHERE album_photo.photo = photo.n AND ${albumIsOpen('visitor')}
      AND album.n IS NOT ${photostream}) AS visible_in`

/** SQL for the columns of a photo that an audience may be sent. */
export const selectionFor = (audience: Audience): string =>
  audience === 'owner' ? ownerSelection : visitorSelection

/** A photo as everyone who may see it is sent it. */
export const visitorsPhoto = (row: VisitorRow) => ({
  ...copied(row, everyonesColumns),
  keywords: JSON.parse(row.keywords) as string[],
  uploadDate: new Date(row.uploaded_at).toISOString(),
  originalDate: row.taken_local && row.taken_local + (row.taken_offset ?? ''),
  thumbhash: Buffer.from(row.thumbhash).toString('base64'),
})

/** A photo as the owner is sent it. */
export const ownersPhoto = (row: OwnerRow): Photo => ({
  ...visitorsPhoto(row),
  ...copied(row, ownersColumns),
  ...(row.latitude !== null &&
    row.longitude !== null && {
      gps: { latitude: row.latitude, longitude: row.longitude, altitude: row.altitude },
    }),
  isPublic: row.is_public === 1,
  visibleIn: JSON.parse(row.visible_in),
  edit: editOf(row),
  ...(row.warning && { warning: row.warning }),
})

/** The fields of these columns. */
function copied<Columns extends Readonly<Record<string, string>>, Row>(
  row: Row & Record<Columns[keyof Columns], unknown>,
  columns: Columns,
) {
  const fields: Record<string, unknown> = {}
  for (const field in columns) fields[field] = row[columns[field]!]
  return fields as { [Field in keyof Columns]: Row[Columns[Field] & keyof Row] }
}
