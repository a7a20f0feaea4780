import type { BatchChange, UndoStep } from '../../contract/photos/batch.ts'

export type Rights = Omit<Extract<BatchChange, { kind: 'rights' }>, 'kind'>
export const rightFields = ['creator', 'copyright'] as const

/** Those of the fields that are given. */
export const givenRights = (
  rights: Rights,
  fields: readonly (keyof Rights)[],
): { creator?: string | null; copyright?: string | null } =>
  Object.fromEntries(
    fields.flatMap((field) => (rights[field] === undefined ? [] : [[field, rights[field]]])),
  )

/** The value that all of them have, if they have the same. */
export function commonRight<Field extends 'creator' | 'copyright'>(
  field: Field,
  shown: readonly Record<Field, string | null>[],
): { [F in Field]?: string | null } {
  const values = new Set(shown.map((photo) => photo[field]))
  const [value] = values
  return values.size === 1 ? ({ [field]: value } as { [F in Field]?: string | null }) : {}
}

export type KeywordChange = Omit<Extract<BatchChange, { kind: 'keywords' }>, 'kind'>
type PutBack = Omit<Extract<UndoStep['change'], { kind: 'putBackKeywords' }>, 'kind'>

/** A photo's keywords after the change, and what undoes it. */
export function changeKeywords(before: readonly string[], { add, remove }: KeywordChange) {
  const removed = before.flatMap((keyword, position) =>
    remove.includes(keyword) ? [{ keyword, position }] : [],
  )
  const rest = before.filter((keyword) => !remove.includes(keyword))
  const added = [...new Set(add)].filter((keyword) => !before.includes(keyword))
  return { after: [...rest, ...added], undo: { add: removed, remove: added } }
}

/** Keeps what was changed meanwhile. */
export function putBackKeywords(before: readonly string[], { add, remove }: PutBack): string[] {
  const after = before.filter((keyword) => !remove.includes(keyword))
  for (const { keyword, position } of add) {
    if (!after.includes(keyword)) after.splice(position, 0, keyword)
  }
  return after
}
