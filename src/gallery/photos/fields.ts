import type { EditedHere } from '../../contract/photos/edited-here.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import type { Point } from '../../contract/places/distance.ts'
import type { Place } from '../../contract/places/places.ts'
import { nameOfCamera, nameOfLens } from './camera-names.ts'
import { type OwnerColumns, ownerColumns, type VisitorColumns, visitorColumns } from './columns.ts'
import { type EditColumns, type EditedFields, editOf, type PhotoRow } from './row.ts'
import { type Audience, albumIsOpen, photostream } from './visibility.ts'

/** Without those that a rule has hidden. */
const shownKeywords = `CASE WHEN photo.hidden_keywords = '[]' THEN photo.keywords ELSE
  (SELECT json_group_array(value) FROM json_each(photo.keywords)
    WHERE value NOT IN (SELECT value FROM json_each(photo.hidden_keywords))) END AS keywords`

/** Fields computed in SQL, and the columns they come from. */
const computedColumns = {
  uploadDate: 'photo.uploaded_at',
  originalDate: "photo.taken_local || ifnull(photo.taken_offset, '')",
  thumbhash: 'photo.thumbhash',
  rights: `CASE WHEN coalesce(photo.credit, photo.usage_terms, photo.web_statement, photo.licensor_url)
    IS NOT NULL THEN json_object('credit', photo.credit, 'usageTerms', photo.usage_terms,
      'webStatement', photo.web_statement, 'licensorUrl', photo.licensor_url) END`,
} as const satisfies Partial<Record<keyof Photo, string>>

export type VisitorRow = Pick<Photo, keyof VisitorColumns | 'originalDate'> & {
  keywords: string
  uploadDate: number
  thumbhash: Uint8Array
  /** Latitude and longitude, which are never sent to visitors as they are. */
  place: string | null
  rights: string | null
}
/** What a viewer may know about a place. */
export type PlaceOf = (point: Point, isOwner: boolean) => Place | undefined
export type OwnerRow = VisitorRow & {
  [Field in keyof OwnerColumns]: Exclude<Photo[Field], undefined>
} & EditColumns &
  Pick<
    PhotoRow,
    'latitude' | 'longitude' | 'altitude' | 'warning' | 'edited' | 'hidden_keywords'
  > & {
    /** 1 if it is in the photostream album. */
    isPublic: number
    /** JSON array of the ids of the other open albums that contain it. */
    visibleIn: string
  }

const named = (columns: Readonly<Record<string, string>>, table = ''): string[] =>
  Object.entries(columns).map(([field, sql]) => `${table}${sql} AS ${field}`)

const coordinates = "photo.latitude || ' ' || photo.longitude"
/** Visitors' rows have coordinates only if visitors may see any place. */
const visitors = `CASE WHEN (SELECT who_sees FROM place_setting) <> 'nobody' THEN ${coordinates} END AS place, ${shownKeywords}`
const everyones = [...named(visitorColumns, 'photo.'), ...named(computedColumns)].join(', ')
const owners = `${coordinates} AS place, photo.keywords, photo.hidden_keywords,
  ${named(ownerColumns, 'photo.').join(', ')},
  photo.latitude, photo.longitude, photo.altitude, photo.warning, photo.edited, photo.edit_rotation,
  photo.edit_x, photo.edit_y, photo.edit_width, photo.edit_height,
  EXISTS (SELECT 1 FROM album_photo WHERE photo = photo.row_id AND album = ${photostream}) AS isPublic,
  (SELECT json_group_array(album.id) FROM album_photo JOIN album ON album.row_id = album_photo.album
    WHERE album_photo.photo = photo.row_id AND ${albumIsOpen('visitor')}
      AND album.row_id IS NOT ${photostream}) AS visibleIn`

export const selectionFor = (audience: Audience): string =>
  `${everyones}, ${audience === 'owner' ? owners : visitors}`

/** A photo as sent to visitors: the row itself, changed in place. */
export const visitorPhoto = (row: VisitorRow, placeOf: PlaceOf): Photo =>
  shownPhoto(row, (point) => placeOf(point, false))

function shownPhoto(row: VisitorRow, placeOf: (point: Point) => Place | undefined): Photo {
  const [latitude, longitude] = row.place?.split(' ') ?? []
  return Object.assign(row, {
    keywords: JSON.parse(row.keywords) as string[],
    uploadDate: new Date(row.uploadDate).toISOString(),
    thumbhash: Buffer.from(row.thumbhash).toString('base64'),
    rights: row.rights === null ? null : (JSON.parse(row.rights) as Photo['rights']),
    cameraName: nameOfCamera(row.cameraMake, row.cameraModel),
    lensName: nameOfLens(row.lensMake, row.lensModel),
    // Undefined is left out of JSON, so that nothing remains of the row's coordinates.
    place:
      latitude === undefined || longitude === undefined
        ? undefined
        : placeOf({ latitude: Number(latitude), longitude: Number(longitude) }),
  })
}

export function ownerPhoto(row: OwnerRow, placeOf: PlaceOf): Photo {
  const { latitude, longitude, altitude, warning, edited, isPublic, visibleIn, ...others } = row
  const { edit_rotation, edit_x, edit_y, edit_width, edit_height, hidden_keywords, ...shown } =
    others
  const photo = shownPhoto(shown, (point) => placeOf(point, true))
  const hidden = new Set(JSON.parse(hidden_keywords) as string[])
  const hiddenKeywords = photo.keywords.filter((keyword) => hidden.has(keyword))
  return {
    ...photo,
    ...(hiddenKeywords.length > 0 && { hiddenKeywords }),
    ...(latitude !== null && longitude !== null && { gps: { latitude, longitude, altitude } }),
    isPublic: isPublic === 1,
    visibleIn: JSON.parse(visibleIn),
    edit: editOf({ edit_rotation, edit_x, edit_y, edit_width, edit_height }),
    edited: edited === null ? null : editedHere(JSON.parse(edited)),
    ...(warning && { warning }),
  }
}

const editedHere = ({ keywords, ...others }: EditedFields): EditedHere => ({
  ...others,
  ...(keywords !== undefined && { keywords: JSON.parse(keywords) as string[] }),
})
