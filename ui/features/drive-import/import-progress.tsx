import { useAtomValue } from 'jotai'
import type { Job } from '../../../src/contract/imports/jobs.ts'
import { ProgressBar } from '../../kit/components/ProgressBar.tsx'
import { quietText } from '../../kit/components/text.css.ts'
import { importSecondsLeftAtom, isImportUnresponsiveAtom } from '../../kit/state/background-work.ts'
import { useNow } from '../../kit/use-now.ts'
import { isAborted, isOver, pauseOf, processedOf } from './job-state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.progress

/** The progress of an import: percent, counts, current file or why it is paused, time left. */
export function ImportProgress({ job }: { job: Job }) {
  const secondsLeft = useAtomValue(importSecondsLeftAtom)
  const isSilent = useAtomValue(isImportUnresponsiveAtom)
  const now = useNow()
  const pausedUntil = pauseOf(job, now)
  const paused =
    pausedUntil === undefined
      ? undefined
      : labels.paused(job.pauseReason, pausedUntil, new Date(now))
  return (
    <>
      <div className={styles.ends}>
        <p className={styles.strong}>{stageOf(job, pausedUntil !== undefined)}</p>
        <p>{labels.percent(job.percent)}</p>
      </div>
      <ProgressBar
        label={labels.title}
        percent={job.percent}
        isPaused={pausedUntil !== undefined}
      />
      <div className={styles.ends}>
        <p className={styles.quiet}>{texts.last.summary(job)}</p>
        {secondsLeft !== undefined && <p className={styles.quiet}>{labels.left(secondsLeft)}</p>}
      </div>
      {!isOver(job) && (
        <div className={styles.now}>
          <p className={quietText}>
            <span role="status">{isSilent ? labels.silent : paused?.why}</span>{' '}
            {/* Not read aloud with each second. */}
            {!isSilent && <span role="timer">{paused?.until}</span>}
          </p>
          {!isSilent && !paused && (
            <p className={styles.current} title={job.current ?? undefined}>
              {job.current}
            </p>
          )}
        </div>
      )}
    </>
  )
}

function stageOf(job: Job, isPaused: boolean): string {
  if (!isOver(job) && job.total === 0) return job.startedAt ? labels.listing : labels.waiting
  const processed = labels.processed(processedOf(job), job.total)
  if (isPaused) return labels.pausedAt(processed)
  return isOver(job) && !isAborted(job) ? `${labels.finished}: ${processed}` : processed
}
