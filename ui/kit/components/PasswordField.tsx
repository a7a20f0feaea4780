import { type ComponentProps, useState } from 'react'
import * as styles from './TextField.css.ts'
import { TextField } from './TextField.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'children'> & {
  /** Labels of the button that shows and hides the password. */
  labels: { show: string; hide: string }
}

export function PasswordField({ labels, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoCorrect="off"
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
    >
      <button
        type="button"
        className={styles.inside}
        aria-label={`${isShown ? labels.hide : labels.show} ${field.label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? labels.hide : labels.show}
      </button>
    </TextField>
  )
}
