import { type FileField, fileFields } from '../../contract/photos/file-fields.ts'
import type { EditedFields, FieldValues, PhotoRow } from './row.ts'

/** As in the photo's row. */
export const ownedFields = fileFields
type OwnedField = FileField

type OwnerRow = FieldValues & Pick<PhotoRow, 'edited'>
type Fields = { readonly values: FieldValues; readonly edited: EditedFields }

/** A field that is set to the file's value counts as unedited again. */
export function editedBy(change: Partial<FieldValues>, { values, edited }: Fields): Fields {
  const next = { values: onlyOwned(values), edited: { ...edited } }
  for (const field of ownedFields) {
    const value = change[field]
    if (value === undefined || value === values[field]) continue
    const fromFile = field in edited ? edited[field] : values[field]
    settle(next, field, value, fromFile as FieldValues[OwnedField])
  }
  return next
}

/** Takes the values of a file that is read again, or of a new version, for fields that were not edited. */
export function readAgain(fromFile: FieldValues, { values, edited }: Fields): Fields {
  const next = { values: onlyOwned(values), edited: { ...edited } }
  for (const field of ownedFields) {
    settle(next, field, field in edited ? values[field] : fromFile[field], fromFile[field])
  }
  return next
}

/** For photos from before edits were recorded: fields that differ from their file were edited. */
export function editedSince(fromFile: FieldValues, values: FieldValues): EditedFields {
  return readAgain(fromFile, { values, edited: onlyOwned(values) }).edited
}

/** Includes edits made while a new version was rendered; `before` is the row from before that. */
export function ownedNow(row: OwnerRow, before: OwnerRow, edited: EditedFields): Fields {
  if (row.edited !== null) return { values: row, edited: JSON.parse(row.edited) as EditedFields }
  const meanwhile = ownedFields.filter((field) => row[field] !== before[field])
  const changes = Object.fromEntries(meanwhile.map((field) => [field, before[field]]))
  return { values: row, edited: { ...changes, ...edited } }
}

/** Drops the other columns of a whole row. */
const onlyOwned = (values: FieldValues): FieldValues =>
  Object.fromEntries(ownedFields.map((field) => [field, values[field]])) as FieldValues

function settle(
  fields: { values: FieldValues; edited: EditedFields },
  field: OwnedField,
  value: FieldValues[OwnedField],
  fromFile: FieldValues[OwnedField],
): void {
  Object.assign(fields.values, { [field]: value })
  if (value === fromFile) delete fields.edited[field]
  else Object.assign(fields.edited, { [field]: fromFile })
}
