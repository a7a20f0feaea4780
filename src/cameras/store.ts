import type { Viewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'

export type CameraRow = {
  id: string
  make: string
  model: string
  /** JSON of what the owner said, see src/contract/camera-specs.ts. */
  specs: string
  image: string | null
  /** What a search for the model lists. */
  photo_count: number
}

/**
 * As photos/lists.ts finds a camera's photos: by the model that the photo names. The CROSS JOIN
 * keeps the order, a camera's photos first: the other way round every camera reads the whole album,
 * ten times as long for 20 cameras.
 */
const photoCount = ({ isOwner }: Pick<Viewer, 'isOwner'>) =>
  isOwner
    ? '(SELECT count(*) FROM photo WHERE camera_model = camera.model)'
    : `(SELECT count(*) FROM photo CROSS JOIN album_photo ON album_photo.photo = photo.n
        WHERE camera_model = camera.model
          AND album_photo.album = (SELECT photostream_album FROM ux_config))`

export type CameraStore = ReturnType<typeof cameraStore>

/** The SQL of cameras; photos make the rows. Writes belong inside Store.write. */
export function cameraStore({ connection }: Store) {
  const columns = (viewer: Viewer) => `camera.*, ${photoCount(viewer)} AS photo_count`
  return {
    all: (viewer: Viewer) =>
      connection
        .query<CameraRow, []>(
          `SELECT ${columns(viewer)} FROM camera
           ORDER BY make COLLATE NOCASE, model COLLATE NOCASE, id`,
        )
        .all(),
    byId: (id: string, viewer: Viewer) =>
      connection
        .query<CameraRow, { id: string }>(`SELECT ${columns(viewer)} FROM camera WHERE id = $id`)
        .get({ id }) ?? undefined,
    setSpecs: (id: string, specs: string) =>
      connection
        .query<unknown, { id: string; specs: string }>(
          'UPDATE camera SET specs = $specs WHERE id = $id',
        )
        .run({ id, specs }),
    setImage: (id: string, image: string) =>
      connection
        .query<unknown, { id: string; image: string }>(
          'UPDATE camera SET image = $image WHERE id = $id',
        )
        .run({ id, image }),
  }
}
