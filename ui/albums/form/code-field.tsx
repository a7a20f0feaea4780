import { limits } from '../../../src/contract/vocabulary.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/TextField.tsx'
import { texts } from '../texts.ts'
import * as styles from './code-field.css.ts'

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
        maxLength={limits.albumCode}
        value={code}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className={styles.button}>
        <Button onClick={() => onChange(suggestedCode())}>{words.suggest}</Button>
      </div>
    </div>
  )
}

/** Letters and digits that nobody takes for one another when they read them out. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A code that nobody guesses: 15 characters, 74 bits, in groups of five. */
function suggestedCode(): string {
  const groups = [pick(5), pick(5), pick(5)]
  return groups.join('-')
}

function pick(count: number): string {
  let text = ''
  while (text.length < count) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes past the last whole run of the alphabet would make its first letters likelier.
    if (byte < 256 - (256 % characters.length)) text += characters[byte % characters.length]
  }
  return text
}
