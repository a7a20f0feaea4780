import { ownerViewer } from '../../../contract/people/viewer.ts'
import type { Reading, ReadingChanges } from '../../../contract/photos/read-again.ts'
import type { Store } from '../../../core/database/open.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { stackOf, warn } from '../../../core/log.ts'
import type { FilesToDelete } from '../change-fields.ts'
import type { Intents } from '../intents.ts'
import type { PhotoRow } from '../row.ts'
import type { PhotoStore } from '../store.ts'
import { type FileSays, type Plan, planOf } from './plan.ts'
import type { readAgainRows } from './rows.ts'
import { openTable, type Table } from './table.ts'

const filesAtOnce = 4
const batchSize = 100
const shownFailures = 20

type Running = { -readonly [Key in keyof Reading]: Reading[Key] } & { readonly table: Table }
type Found = { readonly rowId: number; readonly says: FileSays; readonly original: string }

/**
 * Files read again in the background: one reading at a time, which is forgotten at the next or
 * when the program ends. What people see is changed only when it is applied.
 */
export function createReadings(parts: {
  store: Store
  photos: PhotoStore
  rows: ReturnType<typeof readAgainRows>
  intents: Intents
  temporary: () => string
  /** @throws AppError if the file cannot be read. */
  read: (row: PhotoRow) => Promise<FileSays>
  /** Inside Store.write. */
  save: (row: PhotoRow, plan: Plan) => FilesToDelete
}) {
  const { store, photos, rows, intents, save } = parts
  let current: Running | undefined

  const shown = ({ table: _, ...reading }: Running): Reading => reading
  const found = (id: string): Running => {
    if (current?.id !== id) throw notFound()
    return current
  }
  const inBackground = (reading: Running, work: () => Promise<void>) => {
    work().catch((error: unknown) => {
      if (reading.state === 'cancelled') return
      reading.state = 'failed'
      const isExpected = error instanceof AppError
      if (!isExpected) warn(`Reading files again failed: ${stackOf(error)}`)
      reading.error = isExpected ? error.message : 'internal error; see the log'
    })
  }

  const readAll = async (reading: Running, rowIds: ArrayLike<number>) => {
    let next = 0
    const unrecorded: Found[] = []
    const worker = async () => {
      while (reading.state === 'reading' && next < rowIds.length) {
        const place = next++
        const row = rows.byRowId(rowIds[place]!)
        // It may have been deleted meanwhile.
        const found = row && (await readOne(reading, place, row))
        if (found) unrecorded.push(found)
        reading.done++
        if (unrecorded.length >= batchSize) await record(unrecorded.splice(0))
      }
    }
    await Promise.all(Array.from({ length: filesAtOnce }, worker))
    if (reading.state === 'reading') await record(unrecorded)
    if (reading.state === 'reading') reading.state = 'read'
  }

  /** @returns what has to be recorded although nothing that is shown would change. */
  const readOne = async (
    reading: Running,
    place: number,
    row: PhotoRow,
  ): Promise<Found | undefined> => {
    const { row_id: rowId, id: photoId, original, source_name: name } = row
    try {
      const says = await parts.read(row)
      if (reading.state !== 'reading') return undefined
      const { changes, isRecorded } = planOf(rows.byRowId(rowId) ?? row, says)
      if (changes.length > 0) {
        reading.table.add({ place, photo: rowId, original, says, changes })
        reading.changed++
        return undefined
      }
      return isRecorded ? undefined : { rowId, says, original }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 503) throw error
      reading.unreadable++
      if (reading.failures.length < shownFailures) {
        reading.failures.push({ photoId, name, reason: error.message })
      }
      return undefined
    }
  }

  /** Recorded without asking, as it changes nothing that is shown. */
  const record = async (batch: readonly Found[]) => {
    if (batch.length === 0) return
    await store.write(() => {
      for (const each of batch) {
        const row = rows.byRowId(each.rowId)
        if (!row || row.original !== each.original) continue
        const plan = planOf(row, each.says)
        if (plan.changes.length === 0) save(row, plan)
      }
    })
  }

  const applyAll = async (reading: Running) => {
    let place = -1
    while (reading.state === 'applying') {
      const batch = reading.table.after(place, batchSize)
      if (batch.length === 0) break
      place = batch.at(-1)!.place
      const filesToDelete = await store.write(() =>
        batch.flatMap(({ photo, original, says }) => {
          const row = rows.byRowId(photo)
          // A version that came meanwhile was read then.
          return row && row.original === original ? save(row, planOf(row, says)) : []
        }),
      )
      reading.applied += batch.length
      if (filesToDelete.length > 0) await intents.execute(filesToDelete)
    }
    if (reading.state === 'applying') reading.state = 'applied'
  }

  const end = () => {
    if (!current) return
    if (['reading', 'read', 'applying'].includes(current.state)) current.state = 'cancelled'
    current.table.close()
    current = undefined
  }

  return {
    /** An earlier reading is forgotten. @throws AppError 409 while one is being applied. */
    start: (rowIds: ArrayLike<number>): Reading => {
      if (current?.state === 'applying') {
        throw new AppError(409, 'photos are being changed; wait until that is done, or cancel it')
      }
      end()
      const reading: Running = {
        id: Bun.randomUUIDv7(),
        state: 'reading',
        ...{ total: rowIds.length, done: 0, changed: 0, applied: 0, unreadable: 0 },
        ...{ failures: [], error: null, table: openTable(parts.temporary()) },
      }
      current = reading
      inBackground(reading, () => readAll(reading, rowIds))
      return shown(reading)
    },
    /** @throws AppError 404 once another has begun. */
    get: (id: string): Reading => shown(found(id)),
    changes: (id: string, { limit, offset }: { limit: number; offset: number }): ReadingChanges => {
      const { table, changed } = found(id)
      const entries = table.page(limit, offset)
      const inTable = new Map(entries.map((entry) => [entry.photo, entry.changes]))
      const ids = [...inTable.keys()]
      return {
        total: changed,
        offset,
        photos: ids.flatMap((rowId) => {
          const [photo] = photos.byRowIds([rowId], ownerViewer)
          if (!photo) return []
          const { id, fileName, title, sourceName } = photo
          return [{ photo: { id, fileName, title, sourceName }, changes: inTable.get(rowId)! }]
        }),
      }
    },
    /** @throws AppError 404, or 409 unless everything has been read and nothing applied. */
    apply: (id: string): Reading => {
      const reading = found(id)
      if (reading.state !== 'read') {
        throw new AppError(409, `the files cannot be applied: their state is ${reading.state}`)
      }
      reading.state = 'applying'
      inBackground(reading, () => applyAll(reading))
      return shown(reading)
    },
    /** What has been applied stays. @throws AppError 404 */
    cancel: (id: string): Reading => {
      const reading = found(id)
      if (['reading', 'read', 'applying'].includes(reading.state)) reading.state = 'cancelled'
      return shown(reading)
    },
    close: end,
  }
}
