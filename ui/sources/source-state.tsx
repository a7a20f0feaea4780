import type { Source } from '../../src/contract/sources.ts'
import { asSentence } from '../api.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.states

/** What a source is doing, or why it is not. */
export function SourceState({ source }: { source: Source }) {
  const { name, state, progress, question, plan, waiting, lastRun } = source
  const percent = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0
  return (
    <div className={styles.state}>
      <p className={state === 'failed' ? styles.failure : styles.stateText} role="status">
        {stateText(source)}
      </p>
      {state === 'failed' && lastRun?.error && (
        <p className={styles.text}>{asSentence(lastRun.error)}</p>
      )}
      {state === 'asking' && question && (
        <p className={styles.text}>{texts.plan.question(question)}</p>
      )}
      {state === 'idle' && plan && plan.left > 0 && (
        <p className={styles.text}>{labels.planned(plan.left)}</p>
      )}
      {waiting > 0 && <p className={styles.text}>{labels.waitingFiles(waiting)}</p>}
      {state === 'running' && progress && (
        <>
          <div
            className={styles.track}
            role="progressbar"
            aria-label={labels.progress(name)}
            aria-valuenow={progress.stage === 'listing' ? undefined : Math.floor(percent)}
          >
            <span className={styles.done} style={{ inlineSize: `${percent}%` }} />
          </div>
          {progress.current && (
            <p className={styles.current} dir="auto">
              {labels.current(progress.current)}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function stateText({ state, progress, question, lastRun }: Source): string {
  if (state === 'running' && progress?.stage === 'applying') return labels.applying(progress)
  if (state === 'running') return labels.listing
  if (state === 'asking' && question) return labels.asking(question)
  if (state === 'failed') return labels.failed
  return lastRun ? labels.idle : labels.waiting
}
