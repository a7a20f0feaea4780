import { isCircular, type NumberKey } from '../../../../src/contract/search/number-classes.ts'
import { parseRange } from '../../../../src/contract/search/number-filter.ts'
import { filterKinds, filterValue } from '../../../../src/contract/search/photo-filter.ts'
import { rangeOf } from '../../../../src/contract/search/search-words.ts'
import { texts } from './texts.ts'

export type End = 'from' | 'to'

type TypedRange = {
  /** The filter's value; undefined if both fields are empty or there is a problem. */
  readonly value?: string | undefined
  readonly problem?: { readonly text: string; readonly ends: readonly End[] }
}

/** What a pair of fields says. */
export function typedRange(key: NumberKey, fields: Readonly<Record<End, string>>): TypedRange {
  const from = rangeOf(key, fields.from)
  const to = rangeOf(key, fields.to)
  if (!from && !to) return {}
  const wrong = (['from', 'to'] as const).filter((end) => {
    const text = end === 'from' ? from : to
    return text !== '' && (!/^[\d./]+$/.test(text) || filterValue(key, text) === undefined)
  })
  if (wrong.length > 0) return { problem: { text: problemOf(key), ends: wrong } }
  const value = filterValue(key, `${from}..${to}`)
  const { min = null, max = null } = (value && parseRange(value)) || {}
  if (min !== null && max !== null && min > max && !isCircular(key)) {
    return { problem: { text: texts.reversed, ends: ['from', 'to'] } }
  }
  return { value }
}

function problemOf(key: NumberKey): string {
  const kind: { example: string; limits?: readonly [number, number] } = filterKinds[key]
  return kind.limits ? texts.notWithin(...kind.limits, kind.example) : texts.noNumber(kind.example)
}
