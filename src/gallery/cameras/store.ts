import type { Store } from '../../core/database/open.ts'

export type CameraRow = {
  id: string
  make: string
  model: string
  /** JSON of what the owner entered, see src/contract/cameras/camera-specs.ts. */
  specs: string
  image: string | null
}

export type CameraStore = ReturnType<typeof cameraStore>

/** Rows are created by photos, one for all spellings of a camera. Writes belong inside Store.write. */
export function cameraStore({ connection }: Store, idOf: (spelling: string) => string | undefined) {
  return {
    all: () =>
      connection.query<CameraRow, []>('SELECT * FROM camera WHERE merged_into IS NULL').all(),
    /** By the id of any spelling. */
    byId: (id: string) =>
      connection
        .query<CameraRow, { id: string }>('SELECT * FROM camera WHERE id = $id')
        .get({ id: idOf(id) ?? id }) ?? undefined,
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
