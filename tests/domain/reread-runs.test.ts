import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../src/core/database/open.ts'
import { ownedFields } from '../../src/gallery/photos/field-owners.ts'
import type { FileSays } from '../../src/gallery/photos/read-again/plan.ts'
import { createRereadRuns } from '../../src/gallery/photos/read-again/reread-runs.ts'
import type { FieldValues, PhotoRow } from '../../src/gallery/photos/row.ts'

const photoCount = 103
const values = Object.fromEntries(
  ownedFields.map((field) => [field, field === 'keywords' ? '[]' : null]),
) as FieldValues
const rows = Array.from({ length: photoCount }, (_, rowId) => ({
  ...values,
  row_id: rowId,
  id: `photo-${rowId}`,
  original: `original-${rowId}`,
  edited: '{}',
})) as PhotoRow[]
const says: FileSays = {
  values,
  document_id: 'new',
  camera_serial: null,
  label: '',
  keyword_paths: '[]',
}

test('records a photo whose file is read while others are recorded', async () => {
  const recorded = new Set<number>()
  /** The first file takes until a batch of others has been recorded. */
  const firstWrite = Promise.withResolvers<void>()
  const path = join(tmpdir(), `reread-runs-${Bun.randomUUIDv7()}`)
  const runs = createRereadRuns({
    store: {
      write: async <T>(work: () => T): Promise<T> => {
        const result = work()
        firstWrite.resolve()
        return result
      },
    } as unknown as Store,
    photos: {} as never,
    rows: { byRowId: (rowId: number) => rows[rowId] } as never,
    intents: {} as never,
    temporary: () => path,
    read: async ({ row_id: rowId }) => {
      if (rowId === 0) await firstWrite.promise
      return says
    },
    save: ({ row_id: rowId }) => {
      recorded.add(rowId)
      return []
    },
  })
  try {
    const { id } = runs.start(rows.map((row) => row.row_id))
    while (runs.get(id).state === 'reading') await Bun.sleep(1)

    expect(runs.get(id)).toMatchObject({ state: 'read', done: photoCount, changed: 0 })
    expect(recorded.size).toBe(photoCount)
  } finally {
    runs.close()
    await rm(path, { force: true })
  }
})
