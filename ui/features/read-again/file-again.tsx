import { Button } from '../../kit/components/Button.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import type { useFileAgain } from './use-file-again.ts'

/** Reads the photo's file again, and says what that has changed. */
export function FileAgain({ again }: { again: ReturnType<typeof useFileAgain> }) {
  const { isBusy, outcome, readAgain } = again
  return (
    <div className={styles.again}>
      <Button isBusy={isBusy} onClick={readAgain}>
        {texts.one.button}
      </Button>
      <p className={outcome?.isProblem ? styles.problem : styles.text} role="status">
        {isBusy ? texts.one.reading : outcome?.text}
      </p>
    </div>
  )
}
