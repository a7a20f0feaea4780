import { type ComponentProps, useState } from 'react'
import * as styles from './TextField.css.ts'
import { TextField } from './TextField.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'children'> & {
  /** The words of the button that shows what was typed, and hides it again. */
  words: { show: string; hide: string }
}

export function PasswordField({ words, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
    >
      <button
        type="button"
        className={styles.inside}
        aria-label={`${isShown ? words.hide : words.show} ${field.label.toLowerCase()}`}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? words.hide : words.show}
      </button>
    </TextField>
  )
}
