import type { StatusJob } from '../../../../src/contract/site/status.ts'
import { ProgressBar } from '../../../kit/components/ProgressBar.tsx'
import { timeOf } from '../../../kit/times.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.jobs

/** Work that goes on without a browser. */
export function Jobs({ jobs }: { jobs: readonly StatusJob[] }) {
  if (jobs.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="status-jobs">
      <h2 className={styles.heading} id="status-jobs">
        {labels.heading}
      </h2>
      {jobs.map((job, place) => (
        // Jobs have no identity, and none of them has a state.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={place} className={styles.job}>
          <div className={styles.ends}>
            <p className={styles.strong} dir="auto">
              {nameOf(job)}
            </p>
            <p>{labels.percent(job.percent)}</p>
          </div>
          <ProgressBar label={nameOf(job)} percent={job.percent} />
          <p className={styles.text}>{stageOf(job)}</p>
        </div>
      ))}
    </section>
  )
}

const nameOf = ({ kind, source }: StatusJob): string =>
  source === undefined ? labels.kinds[kind] : labels.named(labels.kinds[kind], source)

function stageOf(job: StatusJob): string {
  if (job.pausedUntil) return labels.paused(timeOf(job.pausedUntil, new Date()))
  if (job.total > 0) return labels.processed(job)
  return job.kind === 'source sync' ? labels.looking : labels.starting
}
