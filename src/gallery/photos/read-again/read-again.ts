import { ownerViewer } from '../../../contract/people/viewer.ts'
import type { ReadAgainSelection, ReadPhoto } from '../../../contract/photos/read-again.ts'
import type { Store } from '../../../core/database/open.ts'
import { notFound } from '../../../core/errors.ts'
import type { Library } from '../../../storage/library.ts'
import type { Media } from '../../../storage/media.ts'
import { createFieldChanges, type FilesToDelete } from '../change-fields.ts'
import type { PhotoEvents } from '../events.ts'
import type { Intents } from '../intents.ts'
import { originalFailure } from '../missing-original.ts'
import { labelsOf, valuesOf } from '../photo-row.ts'
import type { Photos } from '../photos.ts'
import type { RenditionStore } from '../renditions.ts'
import type { PhotoRow } from '../row.ts'
import type { PhotoStore } from '../store.ts'
import { type FileSays, type Plan, planOf } from './plan.ts'
import { readFile } from './read-file.ts'
import { createRereadRuns } from './reread-runs.ts'
import { readAgainRows } from './rows.ts'

export type ReadAgain = ReturnType<typeof createReadAgain>

/** Reads photos' files again, and updates the fields that were not edited here. */
export function createReadAgain(parts: {
  store: Store
  photoRows: PhotoStore
  renditions: RenditionStore
  intents: Intents
  library: Library
  media: Media
  events: Pick<PhotoEvents, 'changed'>
  photos: Pick<Photos, 'allRowIds' | 'rowIdsOf'>
}) {
  const { store, photoRows: photos, photos: chosen, intents, library, media, events } = parts
  const rows = readAgainRows(store)
  const fields = createFieldChanges(parts)

  const read = async (row: PhotoRow): Promise<FileSays> => {
    const metadata = await readFile(row.original, media).catch((error: unknown) => {
      throw originalFailure(error, row, 'owner')
    })
    const { documentId: document_id, cameraSerial: camera_serial } = metadata
    return { values: valuesOf(metadata), document_id, camera_serial, ...labelsOf(metadata) }
  }
  const save = (row: PhotoRow, { changes, values, record }: Plan): FilesToDelete => {
    if (changes.length === 0) {
      rows.record(record)
      // Rules hide keywords by their hierarchy too.
      if (record.keyword_paths !== row.keyword_paths) events.changed.emit(row.row_id)
      return []
    }
    rows.change({ ...values, ...record })
    return fields.noteChange(row, values)
  }
  const runs = createRereadRuns({
    store,
    photos,
    rows,
    intents,
    read,
    save,
    temporary: library.temporary,
  })

  const rowOf = (id: string): PhotoRow => {
    const rowId = photos.visibleRowId(id, ownerViewer)
    const row = rowId === undefined ? undefined : rows.byRowId(rowId)
    if (!row) throw notFound()
    return row
  }
  const one = async (id: string): Promise<ReadPhoto> => {
    const before = rowOf(id)
    const says = await read(before)
    const done = await store.write(() => {
      const row = rowOf(id)
      if (row.original !== before.original) return undefined
      const plan = planOf(row, says)
      const filesToDelete = save(row, plan)
      return { photo: photos.visible(id, ownerViewer)!, changes: plan.changes, filesToDelete }
    })
    // The photo has a new version by now.
    if (!done) return one(id)
    const { filesToDelete, ...result } = done
    if (filesToDelete.length > 0) await intents.execute(filesToDelete)
    return result
  }

  return {
    /** At once. @throws AppError 404 also if the original is missing or damaged, 503. */
    one,
    ...runs,
    /** @throws AppError 400 for an unknown photo, 409 while another reading is applied. */
    start: ({ ids }: ReadAgainSelection) => {
      if (!ids) return runs.start(chosen.allRowIds())
      return runs.start(chosen.rowIdsOf(ids, 'ids'))
    },
  }
}
