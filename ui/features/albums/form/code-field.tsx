import { limits } from '../../../../src/contract/limits.ts'
import { asTyped } from '../../../kit/components/as-typed.ts'
import { Button } from '../../../kit/components/Button.tsx'
import * as styles from '../../../kit/components/field-with-button.css.ts'
import { TextField } from '../../../kit/components/TextField.tsx'
import { texts } from '../texts.ts'

type CodeFieldProps = {
  code: string
  /** The saved code, which existing links contain. */
  before: string
  error: string | undefined
  /** Whether a code would leave the album's photos public. */
  isPhotostream: boolean
  onChange: (code: string) => void
}

const words = texts.form

export function CodeField({ code, before, error, isPhotostream, onChange }: CodeFieldProps) {
  const isChanged = before !== '' && code.trim() !== '' && code.trim() !== before
  const hint = isPhotostream ? words.codeOfPhotostream : words.codeHint
  return (
    <div className={styles.row}>
      <TextField
        label={words.code}
        hint={isChanged ? words.codeChanges : hint}
        error={error}
        name="code"
        {...asTyped}
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

/** Letters and digits that cannot be mistaken for each other. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A code that cannot be guessed: 15 random characters (74 bits), in groups of five. */
export function suggestedCode(): string {
  const groups = [pick(5), pick(5), pick(5)]
  return groups.join('-')
}

function pick(count: number): string {
  let text = ''
  while (text.length < count) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Larger bytes would make the first letters of the alphabet more likely.
    if (byte < 256 - (256 % characters.length)) text += characters[byte % characters.length]
  }
  return text
}
