import { useAtomValue } from 'jotai'
import { connectionRefused } from '../../../../src/contract/imports/drive-connection.ts'
import type { Job } from '../../../../src/contract/imports/jobs.ts'
import { isAborted, isOver } from '../../../features/drive-import/job-state.ts'
import { lastImportAtom, lastWholeImportAtom } from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { textLink } from '../../../kit/components/Link.css.ts'
import { Link } from '../../../kit/components/Link.tsx'
import { quietText } from '../../../kit/components/text.css.ts'
import { paths } from '../../../kit/paths.ts'
import { importJobAtom } from '../../../kit/state/background-work.ts'
import { moment } from '../../../kit/times.ts'

const labels = texts.last

/** Why an import was aborted, unless that no longer matters. */
function reasonOf(job: Job, isLatest: boolean): string | undefined {
  if (job.error === null || job.isStopped) return job.error ?? undefined
  // The connection itself says whether it is lost.
  return isLatest && job.error !== connectionRefused ? job.error : undefined
}

/** The last import of a whole folder, and files that were selected after it. */
export function LastImport() {
  const last = useAtomValue(lastImportAtom)
  const whole = useAtomValue(lastWholeImportAtom)
  const running = useAtomValue(importJobAtom)
  if (!last) return null
  const isRunning = running !== undefined && !isOver(running)
  const jobs = whole && whole.id !== last.id ? [whole, last] : [last]
  return (
    <section className={account.part} aria-labelledby="drive-last">
      <h2 className={account.partHeading} id="drive-last">
        {labels.heading}
      </h2>
      {jobs.map((job) => (
        <Outcome key={job.id} job={job} reason={reasonOf(job, job.id === last.id && !isRunning)} />
      ))}
      {jobs.some(({ done }) => done > 0) && (
        <p>
          <Link className={textLink} to={paths.home()}>
            {texts.progress.showPhotos}
          </Link>
        </p>
      )}
    </section>
  )
}

function Outcome({ job, reason }: { job: Job; reason: string | undefined }) {
  const isWrong = reason !== undefined && !job.isStopped
  return (
    <div>
      <div className={styles.ends}>
        <p className={styles.name}>
          {job.isSelection ? labels.selection(job) : labels.of(job.folder, job)}
        </p>
        {job.finishedAt && <p className={styles.quiet}>{moment(job.finishedAt)}</p>}
      </div>
      {isAborted(job) && (
        <p className={isWrong ? styles.failure : quietText}>{labels.notFinished(reason)}</p>
      )}
    </div>
  )
}
