import { type ComponentProps, type ReactNode, useId } from 'react'
import * as styles from './TextField.css.ts'

type FieldParts = {
  label: string
  /** Shown below the field; an error replaces it. */
  hint?: string | undefined
  error?: string | undefined
  /** Announces the error, for forms that show it nowhere else. */
  isAlert?: boolean | undefined
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'className' | 'id'> &
  FieldParts & {
    /** A button inside the field, at its end. */
    children?: ReactNode
  }

export function TextField({ label, hint, error, isAlert, children, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} isAlert={isAlert}>
      <input
        {...input}
        {...described(id, hint, error)}
        className={children ? styles.inputWithButton : styles.input}
      />
      {children}
    </Field>
  )
}

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'className' | 'id'> & FieldParts

export function TextArea({ label, hint, error, isAlert, ...input }: TextAreaProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error} isAlert={isAlert}>
      <textarea {...input} {...described(id, hint, error)} className={styles.input} />
    </Field>
  )
}

function Field(parts: FieldParts & { id: string; children: ReactNode }) {
  const { id, label, hint, error, isAlert, children } = parts
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>{children}</div>
      {(error || hint) && (
        <p
          className={error ? styles.error : styles.hint}
          id={`${id}-note`}
          role={error && isAlert ? 'alert' : undefined}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

const described = (id: string, hint: string | undefined, error: string | undefined) => ({
  id,
  'aria-invalid': Boolean(error),
  'aria-describedby': error || hint ? `${id}-note` : undefined,
})
