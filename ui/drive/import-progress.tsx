import { useAtomValue } from 'jotai'
import type { Job } from '../../src/contract/jobs.ts'
import { importSecondsLeftAtom, isImportUnresponsiveAtom } from '../state/background-work.ts'
import { isAborted, isOver, processedOf } from './job-state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.progress

/** The progress of an import: percent, counts, current file, time left. */
export function ImportProgress({ job }: { job: Job }) {
  const secondsLeft = useAtomValue(importSecondsLeftAtom)
  const isSilent = useAtomValue(isImportUnresponsiveAtom)
  return (
    <>
      <div className={styles.ends}>
        <p className={styles.strong}>{stageOf(job)}</p>
        <p>{labels.percent(job.percent)}</p>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={labels.title}
        aria-valuenow={job.percent}
      >
        <span className={styles.barPart} style={{ inlineSize: `${job.percent}%` }} />
      </div>
      <div className={styles.ends}>
        <p className={styles.quiet}>{texts.last.summary(job)}</p>
        {secondsLeft !== undefined && <p className={styles.quiet}>{labels.left(secondsLeft)}</p>}
      </div>
      {!isOver(job) && (
        <p className={styles.current} title={job.current ?? undefined}>
          {isSilent ? labels.silent : job.current}
        </p>
      )}
    </>
  )
}

function stageOf(job: Job): string {
  if (!isOver(job) && job.total === 0) return job.startedAt ? labels.listing : labels.waiting
  const processed = labels.processed(processedOf(job), job.total)
  return isOver(job) && !isAborted(job) ? `${labels.finished}: ${processed}` : processed
}
