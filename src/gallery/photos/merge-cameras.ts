import type { Database } from 'bun:sqlite'
import { cameraId } from '../../contract/cameras/camera-id.ts'
import type { Store } from '../../core/database/open.ts'
import { warn } from '../../core/log.ts'
import { cameraKey } from './camera-key.ts'

type CameraRow = {
  readonly id: string
  readonly make: string
  readonly model: string
  readonly specs: string
  readonly image: string | null
}

/**
 * Merges two cameras, inside Store.write. Keeps what the owner entered: where both have a value, that
 * of `into` is kept. A second picture stays with the row of `from`.
 */
export function mergeCameras(
  connection: Database,
  { from, into }: Record<'from' | 'into', string>,
) {
  const rowOf = (id: string) =>
    connection.query<CameraRow, [string]>('SELECT * FROM camera WHERE id = ?').get(id)!
  const merged = rowOf(from)
  const kept = rowOf(into)
  const specs = JSON.stringify({ ...JSON.parse(merged.specs), ...enteredIn(kept.specs) })
  const takesImage = kept.image === null
  connection
    .query('UPDATE camera SET specs = ?, image = ? WHERE id = ?')
    .run(specs, takesImage ? merged.image : kept.image, into)
  if (takesImage) connection.query('UPDATE camera SET image = NULL WHERE id = ?').run(from)
  connection
    .query('UPDATE camera SET merged_into = ?1 WHERE id = ?2 OR merged_into = ?2')
    .run(into, from)
  connection.query('UPDATE camera_model SET camera = ? WHERE camera = ?').run(into, from)
}

/** Specifications that have a value; an emptied field is '', 0 or null. */
function enteredIn(specs: string): Record<string, unknown> {
  const isEntered = ([, value]: [string, unknown]) => value !== '' && value !== 0 && value !== null
  return Object.fromEntries(Object.entries(JSON.parse(specs)).filter(isEntered))
}

const unread = 'SELECT * FROM camera WHERE name_key IS NULL AND merged_into IS NULL'

/**
 * After an upgrade, merges the cameras that an older program listed once for each spelling of their
 * model. Calls `onChanged` with each of their photos, because filters may now find them. If it fails,
 * as on a full disk, the next start tries again.
 */
export function mergeSpellings(
  { connection }: Pick<Store, 'connection'>,
  onChanged: (photo: number) => void,
): void {
  if (connection.query(`${unread} LIMIT 1`).get() === null) return
  try {
    connection.transaction(() => readSpellings(connection, onChanged)).immediate()
  } catch (error) {
    warn(`Could not merge spellings of cameras; the next start tries again: ${String(error)}`)
  }
}

function readSpellings(connection: Database, onChanged: (photo: number) => void): void {
  for (const { model } of unlisted(connection)) {
    connection
      .query(
        'INSERT INTO camera_model (model, camera, id) SELECT ?1, id, ?2 FROM camera WHERE id = ?2',
      )
      .run(model, cameraId(model))
  }
  for (const { model } of spellings(connection)) {
    connection.query('UPDATE camera_model SET id = ? WHERE model = ?').run(cameraId(model), model)
  }
  for (const camera of connection.query<CameraRow, []>(unread).all()) {
    const make = camera.make || makeInPhotos(connection, camera.id)
    connection
      .query('UPDATE camera SET make = ?, name_key = ? WHERE id = ?')
      .run(make, cameraKey(make, camera.model), camera.id)
  }
  const found = connection
    .query<{ ids: string }, []>(
      `SELECT json_group_array(id ORDER BY image IS NULL, specs = '{}', rowid) AS ids FROM camera
         WHERE merged_into IS NULL GROUP BY name_key HAVING count(*) > 1`,
    )
    .all()
  for (const { ids } of found) {
    const [into = '', ...others] = JSON.parse(ids) as string[]
    for (const from of others) mergeCameras(connection, { from, into })
    photosOf(connection, into).forEach(onChanged)
  }
}

/** Models of photos without a row in camera_model. */
const unlisted = (connection: Database) =>
  connection
    .query<{ model: string }, []>(
      `SELECT DISTINCT camera_model AS model FROM photo
       WHERE camera_model NOT IN (SELECT model FROM camera_model)`,
    )
    .all()

const spellings = (connection: Database) =>
  connection.query<{ model: string }, []>('SELECT model FROM camera_model WHERE id IS NULL').all()

/** The first photo of a camera may lack the maker that others have. */
const makeInPhotos = (connection: Database, camera: string): string =>
  connection
    .query<{ make: string }, [string]>(
      `SELECT camera_make AS make FROM camera_model
       CROSS JOIN photo ON photo.camera_model = camera_model.model
       WHERE camera = ? AND camera_make IS NOT NULL LIMIT 1`,
    )
    .get(camera)?.make ?? ''

/** The row ids of a camera's photos. */
export const photosOf = (connection: Database, camera: string): number[] =>
  connection
    .query<{ row_id: number }, [string]>(
      `SELECT photo.row_id FROM camera_model
       CROSS JOIN photo ON photo.camera_model = camera_model.model WHERE camera = ?`,
    )
    .all(camera)
    .map(({ row_id }) => row_id)
