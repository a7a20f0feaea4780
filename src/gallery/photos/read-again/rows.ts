import type { Store } from '../../../core/database/open.ts'
import { ownedFields } from '../field-owners.ts'
import type { FieldValues, PhotoRow } from '../row.ts'
import type { Recorded } from './plan.ts'

export type ReadAgainRows = ReturnType<typeof readAgainRows>

/** Writes belong inside Store.write. */
export function readAgainRows({ connection }: Store) {
  const recorded = `edited = $edited, document_id = $document_id, camera_serial = $camera_serial,
    label = $label, keyword_paths = $keyword_paths`
  const shown = ownedFields.map((field) => `${field} = $${field}`).join(', ')
  return {
    byRowId: (rowId: number) =>
      connection
        .query<PhotoRow, { rowId: number }>('SELECT * FROM photo WHERE row_id = $rowId')
        .get({ rowId }) ?? undefined,
    record: (row: Recorded) =>
      connection
        .query<unknown, Recorded>(`UPDATE photo SET ${recorded} WHERE row_id = $row_id`)
        .run(row),
    change: (row: Recorded & FieldValues) =>
      connection
        .query<unknown, Recorded & FieldValues>(
          `UPDATE photo SET ${shown}, ${recorded} WHERE row_id = $row_id`,
        )
        .run(row),
  }
}
