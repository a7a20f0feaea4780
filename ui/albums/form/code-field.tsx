import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/TextField.tsx'
import { texts } from '../texts.ts'
import * as styles from './code-field.css.ts'
import { suggestedCode } from './suggested-code.ts'

type CodeFieldProps = {
  code: string
  /** The code that the links given out so far carry. */
  before: string
  error: string | undefined
  onChange: (code: string) => void
}

const words = texts.form

/** The code that opens the album to whoever has it. */
export function CodeField({ code, before, error, onChange }: CodeFieldProps) {
  const isChanged = before !== '' && code.trim() !== '' && code.trim() !== before
  return (
    <div className={styles.row}>
      <TextField
        label={words.code}
        hint={isChanged ? words.codeChanges : words.codeHint}
        error={error}
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={code}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={styles.button}>
        <Button onClick={() => onChange(suggestedCode())}>{words.suggest}</Button>
      </div>
    </div>
  )
}
