import type { BatchChange } from '../../contract/photos/batch.ts'

export type Rights = Omit<Extract<BatchChange, { kind: 'rights' }>, 'kind'>
export const rightFields = ['creator', 'copyright'] as const

/** Those of the fields that are given. */
export const pick = (
  rights: Rights,
  fields: readonly (keyof Rights)[],
): { creator?: string | null; copyright?: string | null } =>
  Object.fromEntries(
    fields.flatMap((field) => (rights[field] === undefined ? [] : [[field, rights[field]]])),
  )

/** The value that all of them have, if they have the same. */
export function same<Field extends 'creator' | 'copyright'>(
  field: Field,
  shown: readonly Record<Field, string | null>[],
): { [F in Field]?: string | null } {
  const values = new Set(shown.map((photo) => photo[field]))
  const [value] = values
  return values.size === 1 ? ({ [field]: value } as { [F in Field]?: string | null }) : {}
}
