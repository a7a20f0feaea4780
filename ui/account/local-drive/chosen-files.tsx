import { texts } from '../texts.ts'
import * as styles from './styles.css.ts'

/** Names beyond these are counted, as the specification has it. */
const shownNames = 5

export function ChosenFiles({ files }: { files: readonly File[] }) {
  const more = files.length - shownNames
  return (
    <ul className={styles.chosen} aria-label={texts.local.chosen}>
      {files.slice(0, shownNames).map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the list never reorders
        <li key={index} className={styles.chosenName} title={file.name}>
          {file.name}
        </li>
      ))}
      {more > 0 && <li>{texts.local.more(more)}</li>}
    </ul>
  )
}
