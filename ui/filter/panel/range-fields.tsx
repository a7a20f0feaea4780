import { useEffect, useId, useRef, useState } from 'react'
import type { FacetValue } from '../../../src/contract/facets.ts'
import {
  type FilterKey,
  filterValue,
  type PhotoFilter,
} from '../../../src/contract/photo-filter.ts'
import { rangeOf } from '../../../src/contract/search-words.ts'
import * as styles from './group.css.ts'
import { rangeInFields, withRange } from './rows.ts'
import { texts } from './texts.ts'

type RangeFieldsProps = {
  name: FilterKey
  title: string
  values: readonly FacetValue[]
  filter: PhotoFilter
  onChange: (filter: PhotoFilter) => void
}

/** After the last key press. */
const pauseMs = 500

/** A range of numbers, applied shortly after typing, on Enter and on leaving a field. */
export function RangeFields({ name, title, values, filter, onChange }: RangeFieldsProps) {
  const shown = rangeInFields(name, values, filter)
  const [typed, setTyped] = useState<{ from: string; to: string }>()
  const { from, to } = typed ?? shown ?? { from: '', to: '' }
  const range = rangeTyped(name, from, to)
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const apply = () => {
    clearTimeout(timer.current)
    if (!typed || range === 'malformed') return
    setTyped(undefined)
    if (range !== shown?.value) onChange(withRange(filter, name, shown?.value, range))
  }
  useEffect(() => {
    if (!typed) return
    timer.current = setTimeout(apply, pauseMs)
    return () => clearTimeout(timer.current)
  })
  const isMalformed = range === 'malformed'
  const field = (end: 'from' | 'to') => (
    <label className={styles.field}>
      <span>{texts[end]}</span>
      <input
        className={styles.number}
        inputMode={name === 'exposure' ? 'text' : 'decimal'}
        autoComplete="off"
        maxLength={12}
        aria-invalid={isMalformed}
        aria-describedby={isMalformed ? id : undefined}
        value={end === 'from' ? from : to}
        onChange={({ target }) => setTyped({ from, to, [end]: target.value })}
        onBlur={apply}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields have labels of their own
    <div className={styles.range} role="group" aria-label={texts.range(title)}>
      {field('from')}
      {field('to')}
      {isMalformed && (
        <p className={styles.rangeProblem} id={id}>
          {texts.rangeError}
        </p>
      )}
    </div>
  )
}

/** The filter's value for a pair of fields; undefined if both are empty. */
function rangeTyped(key: FilterKey, from: string, to: string): string | 'malformed' | undefined {
  if (!from.trim() && !to.trim()) return undefined
  const range = `${rangeOf(key, from)}..${rangeOf(key, to)}`
  return filterValue(key, range) ?? 'malformed'
}
