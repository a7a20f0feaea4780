import type { Source } from '../../../../src/contract/imports/sources.ts'
import * as cards from '../../../kit/account/settings-card.css.ts'
import { asSentence } from '../../../kit/api.ts'
import { ProgressBar } from '../../../kit/components/ProgressBar.tsx'
import { texts } from './texts.ts'

const labels = texts.states

/** What a source is doing, or why it is not. */
export function SourceState({ source }: { source: Source }) {
  const { name, state, progress, question, waiting, settings, lastRun } = source
  const percent = progress && progress.total > 0 ? (100 * progress.done) / progress.total : 0
  return (
    <div className={cards.state}>
      <p className={state === 'failed' ? cards.failure : cards.stateText} role="status">
        {stateText(source)}
      </p>
      {state === 'failed' && lastRun?.error && (
        <p className={cards.text}>{asSentence(lastRun.error)}</p>
      )}
      {state === 'asking' && question && (
        <p className={cards.text}>{texts.plan.question(question)}</p>
      )}
      {waiting > 0 && state !== 'idle' && (
        <p className={cards.text}>{labels.waitingFiles(waiting)}</p>
      )}
      {settings.everyHours === null && <p className={cards.text}>{labels.byHand}</p>}
      {state === 'running' && progress && (
        <>
          <ProgressBar
            label={labels.progress(name)}
            percent={progress.stage === 'listing' ? undefined : percent}
          />
          {progress.current && (
            <p className={cards.text} dir="auto">
              {labels.current(progress.current)}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function stateText(source: Source): string {
  const { state, progress, question, plan, lastRun } = source
  if (state === 'running' && progress?.stage === 'applying') return labels.applying(progress)
  if (state === 'running') return labels.listing
  if (state === 'asking' && question) return labels.asking(question)
  if (state === 'failed') return labels.failed
  if (plan && plan.left > 0) return labels.planned(plan.left)
  if (!lastRun) return labels.waiting
  const exceptions = exceptionsOf(source, lastRun)
  return exceptions.length > 0 ? labels.except(exceptions) : labels.idle
}

/** What the last run left as it was. */
function exceptionsOf(
  { plan, waiting }: Source,
  { counts, failed, unreadable }: NonNullable<Source['lastRun']>,
): string[] {
  const conflicts = (plan?.counts.conflicting ?? 0) - counts.conflicting
  return [
    ...(failed > 0 ? [labels.failedFiles(failed)] : []),
    ...(unreadable > 0 ? [labels.unreadable(unreadable)] : []),
    ...(conflicts > 0 ? [labels.conflicts(conflicts)] : []),
    ...(waiting > 0 ? [labels.undecided(waiting)] : []),
  ]
}
