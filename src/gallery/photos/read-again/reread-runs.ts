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
import type { ReadAgainRows } from './rows.ts'
import { openTable, type Table } from './table.ts'

const filesAtOnce = 4
const batchSize = 100
const shownFailures = 20
/** A reading in one of these states can still be cancelled. */
const unfinished: readonly Reading['state'][] = ['reading', 'read', 'applying']

type Running = { -readonly [Key in keyof Reading]: Reading[Key] } & { readonly table: Table }
/** What a file says, to be recorded although nothing that is shown would change. */
type Unrecorded = { readonly rowId: number; readonly says: FileSays; readonly original: string }

type Parts = {
  store: Store
  photos: PhotoStore
  rows: ReadAgainRows
  intents: Intents
  temporary: () => string
  /** @throws AppError if the file cannot be read. */
  read: (row: PhotoRow) => Promise<FileSays>
  /** Inside Store.write. */
  save: (row: PhotoRow, plan: Plan) => FilesToDelete
}

/**
 * Reads files again in the background: one reading at a time, which is forgotten when the next one
 * starts or the program ends. What people see changes only when a reading is applied.
 */
export function createRereadRuns(parts: Parts) {
  const { photos, temporary } = parts
  let current: Running | undefined

  const requireReading = (id: string): Running => {
    if (current?.id !== id) throw notFound()
    return current
  }
  const close = () => {
    if (!current) return
    cancel(current)
    current.table.close()
    current = undefined
  }

  return {
    /** Forgets an earlier reading. @throws AppError 409 while one is being applied. */
    start: (rowIds: ArrayLike<number>): Reading => {
      if (current?.state === 'applying') {
        throw new AppError(409, 'photos are being changed; wait until that is done, or cancel it')
      }
      close()
      const reading = newReading(rowIds.length, openTable(temporary()))
      current = reading
      runInBackground(reading, () => readAll(reading, rowIds, parts))
      return withoutTable(reading)
    },
    /** @throws AppError 404 once another has started. */
    get: (id: string): Reading => withoutTable(requireReading(id)),
    /** @throws AppError 404. */
    changes: (id: string, page: { limit: number; offset: number }): ReadingChanges =>
      changesOf(requireReading(id), page, photos),
    /** @throws AppError 404, or 409 unless everything has been read and nothing applied. */
    apply: (id: string): Reading => {
      const reading = requireReading(id)
      if (reading.state !== 'read') {
        throw new AppError(409, `the changes cannot be applied: the state is ${reading.state}`)
      }
      reading.state = 'applying'
      runInBackground(reading, () => applyAll(reading, parts))
      return withoutTable(reading)
    },
    /** Keeps what has been applied. @throws AppError 404 */
    cancel: (id: string): Reading => {
      const reading = requireReading(id)
      cancel(reading)
      return withoutTable(reading)
    },
    close,
  }
}

const newReading = (total: number, table: Table): Running => ({
  id: Bun.randomUUIDv7(),
  state: 'reading',
  total,
  done: 0,
  changed: 0,
  applied: 0,
  unreadable: 0,
  failures: [],
  error: null,
  table,
})

const withoutTable = ({ table: _, ...reading }: Running): Reading => reading

function cancel(reading: Running): void {
  if (unfinished.includes(reading.state)) reading.state = 'cancelled'
}

function runInBackground(reading: Running, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    if (reading.state === 'cancelled') return
    reading.state = 'failed'
    const isExpected = error instanceof AppError
    if (!isExpected) warn(`Could not read files again: ${stackOf(error)}`)
    reading.error = isExpected ? error.message : 'internal error; see the log'
  })
}

async function readAll(reading: Running, rowIds: ArrayLike<number>, parts: Parts): Promise<void> {
  const { rows } = parts
  let next = 0
  const unrecorded: Unrecorded[] = []
  const worker = async () => {
    while (reading.state === 'reading' && next < rowIds.length) {
      const place = next++
      const row = rows.byRowId(rowIds[place]!)
      // It may have been deleted meanwhile.
      const found = row && (await readOne(reading, place, row, parts))
      if (found) unrecorded.push(found)
      reading.done++
      if (unrecorded.length >= batchSize) await record(unrecorded.splice(0), parts)
    }
  }
  await Promise.all(Array.from({ length: filesAtOnce }, worker))
  if (reading.state === 'reading') await record(unrecorded, parts)
  if (reading.state === 'reading') reading.state = 'read'
}

/** Notes what would change. @returns what has to be recorded although nothing would. */
async function readOne(
  reading: Running,
  place: number,
  row: PhotoRow,
  { rows, read }: Parts,
): Promise<Unrecorded | undefined> {
  const { row_id: rowId, original } = row
  try {
    const says = await read(row)
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
    noteFailure(reading, row, error.message)
    return undefined
  }
}

function noteFailure(reading: Running, row: PhotoRow, reason: string): void {
  reading.unreadable++
  if (reading.failures.length >= shownFailures) return
  reading.failures.push({ photoId: row.id, name: row.source_name, reason })
}

/** Needs no approval, because nothing that is shown changes. */
async function record(batch: readonly Unrecorded[], { store, rows, save }: Parts): Promise<void> {
  if (batch.length === 0) return
  await store.write(() => {
    for (const { rowId, original, says } of batch) {
      const row = rows.byRowId(rowId)
      if (!row || row.original !== original) continue
      const plan = planOf(row, says)
      if (plan.changes.length === 0) save(row, plan)
    }
  })
}

async function applyAll(reading: Running, { store, rows, intents, save }: Parts): Promise<void> {
  let place = -1
  while (reading.state === 'applying') {
    const batch = reading.table.after(place, batchSize)
    if (batch.length === 0) break
    place = batch.at(-1)!.place
    const filesToDelete = await store.write(() =>
      batch.flatMap(({ photo, original, says }) => {
        const row = rows.byRowId(photo)
        // A version that was added meanwhile was read when it was added.
        return row && row.original === original ? save(row, planOf(row, says)) : []
      }),
    )
    reading.applied += batch.length
    if (filesToDelete.length > 0) await intents.execute(filesToDelete)
  }
  if (reading.state === 'applying') reading.state = 'applied'
}

function changesOf(
  { table, changed }: Running,
  { limit, offset }: { limit: number; offset: number },
  photos: PhotoStore,
): ReadingChanges {
  const inTable = new Map(
    table.page(limit, offset).map((entry) => [entry.photo, entry.changes] as const),
  )
  return {
    total: changed,
    offset,
    photos: [...inTable].flatMap(([rowId, changes]) => {
      const [photo] = photos.byRowIds([rowId], ownerViewer)
      if (!photo) return []
      const { id, fileName, title, sourceName } = photo
      return [{ photo: { id, fileName, title, sourceName }, changes }]
    }),
  }
}
