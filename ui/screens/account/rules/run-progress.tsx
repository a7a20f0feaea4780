import type { RuleRun } from '../../../../src/contract/site/rules.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { ProgressBar } from '../../../kit/components/ProgressBar.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

type RunProgressProps = { run: RuleRun; isBusy: boolean; onStop: () => void }

const words = texts.present

/** How far the rules have been applied, or how that ended. */
export function RunProgress({ run, isBusy, onStop }: RunProgressProps) {
  const { state, total, done, changed } = run
  if (state !== 'running') {
    const text = state === 'finished' ? words.finished(changed) : words.cancelled(changed)
    return (
      <p className={styles.note} role="status">
        {text}
      </p>
    )
  }
  const percent = total === 0 ? 0 : (100 * done) / total
  return (
    <div className={styles.progress}>
      <ProgressBar label={words.applying} percent={percent} />
      <p className={styles.note}>{words.progress(done, total)}</p>
      <div>
        <Button isBusy={isBusy} onClick={onStop}>
          {words.cancel}
        </Button>
      </div>
    </div>
  )
}
