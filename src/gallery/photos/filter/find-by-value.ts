import type { NamedKey } from '../../../contract/search/filter-names.ts'
import type { Columns } from './columns.ts'
import { wantedCodes } from './term-matches.ts'

/** By value, the first of these photos that has it. */
export function firstByValue(
  { byKey }: Columns,
  key: Exclude<NamedKey, 'keyword'>,
  rowIds: Int32Array,
): Map<string, number> {
  const { codes, dictionary } = byKey[key]
  const isSeen = new Uint8Array(dictionary.entries.length)
  const first = new Map<string, number>()
  for (const rowId of rowIds) {
    const code = codes[rowId]!
    if (isSeen[code]) continue
    isSeen[code] = 1
    const entry = dictionary.entries[code]
    if (typeof entry === 'object' && !first.has(entry.value)) first.set(entry.value, rowId)
  }
  return first
}

type NamedPhoto = { readonly rowId: number; readonly name: string }

/** The photos (of all, or of the given ones) that have a value, each with its own spelling of the name. */
export function* findByValue(
  columns: Columns,
  key: NamedKey,
  values: readonly string[],
  rowIds: Iterable<number> = columns.isPhoto.keys(),
): Generator<NamedPhoto, undefined> {
  const { keywords, byKey, isPhoto } = columns
  const { entries } = (key === 'keyword' ? keywords : byKey[key]).dictionary
  const wanted = wantedCodes({ key, isExcluded: false, values }, entries)
  if (!wanted.includes(1)) return undefined
  const codesOf =
    key === 'keyword'
      ? (rowId: number) => {
          const start = keywords.starts[rowId]!
          return keywords.pool.subarray(start, start + keywords.lengths[rowId]!)
        }
      : (rowId: number) => [byKey[key].codes[rowId]!]
  for (const rowId of rowIds) {
    if (!isPhoto[rowId]) continue
    for (const code of codesOf(rowId)) {
      const entry = wanted[code] ? entries[code] : undefined
      if (typeof entry === 'object') yield { rowId, name: entry.label }
    }
  }
  return undefined
}
