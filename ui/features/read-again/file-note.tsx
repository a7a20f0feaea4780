import type { FileField } from '../../../src/contract/photos/file-fields.ts'
import * as styles from './styles.css.ts'
import { stars, texts } from './texts.ts'

type FileNoteProps = {
  field: FileField
  /** What the file says instead of what is in the field; undefined if they are the same. */
  fileValue: string | undefined
  onUse: (fileValue: string) => void
}

/** Below a field: that it was edited here, and what the file says. */
export function FileNote({ field, fileValue, onUse }: FileNoteProps) {
  if (fileValue === undefined) return null
  const shown =
    field === 'rating' && fileValue !== '' ? stars(Number(fileValue)) : texts.value(fileValue)
  return (
    <div className={styles.note}>
      <span className={styles.edited}>{texts.edited}</span>
      <button type="button" className={styles.use} title={shown} onClick={() => onUse(fileValue)}>
        {texts.offer(shown)}
        <span className="visually-hidden">{texts.forField(field)}</span>
      </button>
    </div>
  )
}
