import { ownValue } from '../../../contract/own-value.ts'
import type { FieldChange } from '../../../contract/photos/read-again.ts'
import { editedSince, ownedFields, readAgain } from '../field-owners.ts'
import type { EditedFields, FieldValues, PhotoRow } from '../row.ts'

/** The metadata of a photo's file. */
export type FileSays = Pick<
  PhotoRow,
  'document_id' | 'camera_serial' | 'label' | 'keyword_paths'
> & {
  readonly values: FieldValues
}

/** What reading a file again records without changing what is shown. */
export type Recorded = Pick<PhotoRow, 'row_id' | 'edited'> & Omit<FileSays, 'values'>

export type Plan = {
  /** The visible changes; may be empty although something has to be recorded. */
  readonly changes: FieldChange[]
  readonly values: FieldValues
  readonly record: Recorded
  readonly isRecorded: boolean
}

export function planOf(row: PhotoRow, { values, ...says }: FileSays): Plan {
  const edited: EditedFields =
    row.edited === null ? editedSince(values, row) : JSON.parse(row.edited)
  const fields = readAgain(values, { values: row, edited })
  const record = { row_id: row.row_id, edited: JSON.stringify(fields.edited), ...says }
  return {
    values: fields.values,
    record,
    changes: ownedFields
      .filter((field) => fields.values[field] !== row[field])
      .map((field) => ({
        field,
        before: shown(field, row[field]),
        after: shown(field, fields.values[field]),
      })),
    isRecorded: Object.entries(record).every(
      ([name, value]) => ownValue<unknown>(row, name) === value,
    ),
  }
}

const shown = (field: FieldChange['field'], value: FieldValues[keyof FieldValues]) =>
  field === 'keywords' ? (JSON.parse(value as string) as string[]) : value
