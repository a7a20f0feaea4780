import type { ReactNode } from 'react'
import { useId } from 'react'
import * as styles from './Choice.css.ts'

type Option<T> = {
  readonly value: T
  readonly label: string
  /** A small image before the label. */
  readonly mark?: ReactNode
}

type ChoiceProps<T> = {
  label: string
  options: readonly Option<T>[]
  value: T
  onChange: (value: T) => void
  hint?: string
  /** The name of its value in a form. */
  name?: string
}

/** One of a few options, all visible. */
export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, options, value: chosen, onChange, hint, name } = props
  const id = useId()
  return (
    <fieldset className={styles.choice} aria-describedby={hint && `${id}-hint`}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.options}>
        {options.map(({ value, label: text, mark }) => (
          <label key={value} className={styles.option} data-chosen={value === chosen || undefined}>
            <input
              className="visually-hidden"
              type="radio"
              name={name ?? id}
              value={value}
              checked={value === chosen}
              onChange={() => onChange(value)}
            />
            {mark}
            {text}
          </label>
        ))}
      </div>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </fieldset>
  )
}
