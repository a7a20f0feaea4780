import type { BatchChange, UndoStep } from '../../contract/photos/batch.ts'

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
