import { type ChangeKind, changeKinds } from '../../contract/imports/source-words.ts'
import type { SourceCounts } from '../../contract/imports/sources.ts'

export function countsOf(found: readonly { kind: ChangeKind; count: number }[]): SourceCounts {
  const none = Object.fromEntries(changeKinds.map((kind) => [kind, 0])) as SourceCounts
  return { ...none, ...Object.fromEntries(found.map(({ kind, count }) => [kind, count])) }
}
