import { useEffect, useId, useRef, useState } from 'react'
import type { FacetValue } from '../../../../src/contract/search/facets.ts'
import type { NumberKey } from '../../../../src/contract/search/number-classes.ts'
import type { PhotoFilter } from '../../../../src/contract/search/photo-filter.ts'
import { asTyped } from '../../../kit/components/as-typed.ts'
import * as styles from './group.css.ts'
import { rangeInFields, withRange } from './rows.ts'
import { texts } from './texts.ts'
import { type End, typedRange } from './typed-range.ts'

type RangeFieldsProps = {
  name: NumberKey
  title: string
  values: readonly FacetValue[]
  filter: PhotoFilter
  /** Whether what is typed is about to be applied. */
  onTyping: (isTyping: boolean) => void
  onChange: (filter: PhotoFilter) => void
}

/** After the last key press. */
const pauseMs = 500

/** A range of numbers, applied shortly after typing, on Enter and on leaving a field. */
export function RangeFields(props: RangeFieldsProps) {
  const { name, title, values, filter, onTyping, onChange } = props
  const shown = rangeInFields(name, values, filter)
  const [typed, setTyped] = useState<{ from: string; to: string }>()
  const { from, to } = typed ?? shown ?? { from: '', to: '' }
  const { value, problem } = typedRange(name, { from, to })
  const id = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const apply = () => {
    clearTimeout(timer.current)
    onTyping(false)
    if (!typed || problem) return
    setTyped(undefined)
    if (value !== shown?.value) onChange(withRange(filter, name, shown?.value, value))
  }
  useEffect(() => {
    if (!typed) return
    timer.current = setTimeout(apply, pauseMs)
    return () => clearTimeout(timer.current)
  })
  const isWrong = (end: End) => problem?.ends.includes(end) ?? false
  const field = (end: End) => (
    <label className={styles.field}>
      <span>{texts[end]}</span>
      <input
        className={styles.number}
        inputMode={name === 'exposure' ? 'text' : 'decimal'}
        {...asTyped}
        maxLength={12}
        aria-invalid={isWrong(end)}
        aria-describedby={isWrong(end) ? id : undefined}
        value={end === 'from' ? from : to}
        onChange={({ target }) => {
          setTyped({ from, to, [end]: target.value })
          onTyping(true)
        }}
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
      {problem && (
        <p className={styles.rangeProblem} id={id}>
          {problem.text}
        </p>
      )}
    </div>
  )
}
