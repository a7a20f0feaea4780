import { cameraId } from '../../contract/cameras/camera-id.ts'
import type { Store } from '../../core/database/open.ts'
import { cameraKey } from './camera-key.ts'
import { mergeCameras } from './merge-cameras.ts'

/**
 * The camera that an id stands for: its own id, that of a spelling of its model, that of a camera
 * merged into it, or its whole name. A camera's own id needs no further lookup.
 */
const cameraOfId = `coalesce(
  (SELECT coalesce(merged_into, id) FROM camera WHERE id = $id),
  (SELECT camera FROM camera_model WHERE id = $id LIMIT 1),
  (SELECT id FROM camera WHERE name_key = $id AND merged_into IS NULL LIMIT 1))`

export type CameraSpellings = ReturnType<typeof cameraSpellings>

type Named = { id: string; make: string }

/** Which models and ids are spellings of the same camera. Writes belong inside Store.write. */
export function cameraSpellings({ connection }: Pick<Store, 'connection'>) {
  const query = <Row, Params extends Record<string, string>>(sql: string) =>
    connection.query<Row, Params>(sql)

  const idOf = (id: string): string | undefined =>
    query<{ camera: string | null }, { id: string }>(`SELECT ${cameraOfId} AS camera`).get({ id })
      ?.camera ?? undefined
  const byModel = (model: string): Named | undefined =>
    query<Named, { model: string }>(
      `SELECT camera.id, make FROM camera_model CROSS JOIN camera ON camera.id = camera
       WHERE camera_model.model = $model`,
    ).get({ model }) ?? undefined
  const byId = (id: string): Named | undefined =>
    query<Named, { id: string }>(`SELECT id, make FROM camera WHERE id = ${cameraOfId}`).get({
      id,
    }) ?? undefined
  const byKey = (key: string): string | undefined =>
    query<{ id: string }, { key: string }>(
      'SELECT id FROM camera WHERE name_key = $key AND merged_into IS NULL LIMIT 1',
    ).get({ key })?.id

  /** Sets the maker of a model that had none. @returns the camera's id. */
  const setMake = (camera: string, make: string, key: string): string => {
    const known = byKey(key)
    query<unknown, { camera: string; make: string; key: string }>(
      'UPDATE camera SET make = $make, name_key = $key WHERE id = $camera',
    ).run({ camera, make, key })
    if (known === undefined || known === camera) return camera
    mergeCameras(connection, { from: camera, into: known })
    return known
  }

  return {
    /** The camera that an id stands for, whatever the spelling. */
    idOf,
    /** All ids that photos of this camera have, beginning with the given one. */
    idsOf: (id: string): string[] => {
      const rows = query<{ id: string }, { id: string }>(
        `SELECT DISTINCT id FROM camera_model WHERE camera = ${cameraOfId} AND id IS NOT NULL`,
      ).all({ id })
      return [...new Set([id, ...rows.map((row) => row.id)])]
    },
    /** All spellings of the model, beginning with the given one. */
    modelsOf: (model: string): string[] => {
      const camera = byModel(model)?.id ?? idOf(cameraId(model))
      if (camera === undefined) return [model]
      const rows = query<{ model: string }, { camera: string }>(
        'SELECT model FROM camera_model WHERE camera = $camera',
      ).all({ camera })
      return [...new Set([model, ...rows.map((row) => row.model)])]
    },
    /**
     * Records a photo's spelling of a model, and creates its camera if there is none.
     * @returns the camera's id if the camera or its maker is new.
     */
    ensure: (make: string, model: string): string | undefined => {
      const known = byModel(model)
      if (known && (known.make !== '' || make === '')) return undefined
      const id = cameraId(model)
      const key = cameraKey(make, model)
      const own = known ?? byId(id)
      let camera = own?.id ?? byKey(key)
      if (camera === undefined) {
        query<unknown, { id: string; make: string; model: string; key: string }>(
          'INSERT INTO camera (id, make, model, name_key) VALUES ($id, $make, $model, $key)',
        ).run({ id, make, model, key })
        camera = id
      } else if (own?.make === '' && make !== '') camera = setMake(camera, make, key)
      query<unknown, { model: string; camera: string; id: string }>(
        `INSERT INTO camera_model (model, camera, id) VALUES ($model, $camera, $id)
         ON CONFLICT DO NOTHING`,
      ).run({ model, camera, id })
      return camera
    },
  }
}
