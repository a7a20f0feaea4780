import { type ComponentProps, useId } from 'react'
import * as styles from './Checkbox.css.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'className' | 'id' | 'type'> & {
  label: string
  hint?: string
}

export function Checkbox({ label, hint, ...input }: CheckboxProps) {
  const id = useId()
  const hintId = hint && `${id}-hint`
  return (
    <div className={styles.checkbox}>
      <input {...input} type="checkbox" className={styles.box} id={id} aria-describedby={hintId} />
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className={styles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}
