import type { Viewer } from '../../contract/people/viewer.ts'
import type { Point } from '../../contract/places/distance.ts'
import type { PlaceAudience } from '../../contract/places/place-audiences.ts'
import type { HomeZone, PlaceSettingsChange } from '../../contract/places/places.ts'
import type { Store } from '../../core/database/open.ts'
import { photoIsVisible, queryByViewer } from '../photos/visibility.ts'

/** A photo whose file says where it was taken. */
export type LocatedRow = {
  id: string
  file_name: string
  title: string
  alt: string | null
  latitude: number
  longitude: number
}

const isLocated = 'photo.latitude IS NOT NULL AND photo.longitude IS NOT NULL'

/** Writes belong inside Store.write. */
export type PlaceStore = ReturnType<typeof placeStore>

export function placeStore(store: Store) {
  const { connection } = store
  const located = queryByViewer<LocatedRow, { rowIds: string }>(
    store,
    (audience) =>
      `SELECT photo.id, photo.file_name, photo.title, photo.alt, photo.latitude, photo.longitude
       FROM json_each($rowIds) AS wanted CROSS JOIN photo ON photo.row_id = wanted.value
       WHERE ${isLocated} AND ${photoIsVisible(audience)} ORDER BY wanted.key`,
  )
  return {
    settings: (): PlaceSettingsChange => {
      const row = connection
        .query<{ who_sees: PlaceAudience; home_zones: string }, []>(
          'SELECT who_sees, home_zones FROM place_setting',
        )
        .get()!
      return { whoSees: row.who_sees, homeZones: JSON.parse(row.home_zones) as HomeZone[] }
    },
    set: ({ whoSees, homeZones }: PlaceSettingsChange) =>
      connection
        .query<unknown, { whoSees: string; homeZones: string }>(
          'UPDATE place_setting SET who_sees = $whoSees, home_zones = $homeZones',
        )
        .run({ whoSees, homeZones: JSON.stringify(homeZones) }),
    /** In the given order, without those that the viewer may not see. */
    located: (rowIds: ArrayLike<number>, viewer: Viewer): LocatedRow[] =>
      located.all(viewer, { rowIds: JSON.stringify(Array.from(rowIds)) }),
    /** With a greater row id than `after`, ascending. */
    pointsAfter: (after: number, limit: number) =>
      connection
        .query<Point & { row_id: number }, { after: number; limit: number }>(
          `SELECT row_id, latitude, longitude FROM photo
           WHERE row_id > $after AND ${isLocated} ORDER BY row_id LIMIT $limit`,
        )
        .all({ after, limit }),
    everyPoint: () =>
      connection
        .query<Point, []>(`SELECT latitude, longitude FROM photo WHERE ${isLocated}`)
        .iterate(),
    pointsOf: (album: number) =>
      connection
        .query<Point, { album: number }>(
          `SELECT latitude, longitude FROM photo INDEXED BY photo_located
           CROSS JOIN album_photo ON album_photo.album = $album AND album_photo.photo = photo.row_id
           WHERE ${isLocated}`,
        )
        .iterate({ album }),
  }
}
