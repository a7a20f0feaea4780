import { useAtomValue } from 'jotai'
import type { Job } from '../../src/contract/jobs.ts'
import { textLink } from '../components/Link.css.ts'
import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { isAborted } from './job-state.ts'
import { lastImportAtom, lastWholeImportAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { moment } from './times.ts'

const labels = texts.last

/** The last import of a whole folder, and files that were selected after it. */
export function LastImport() {
  const last = useAtomValue(lastImportAtom)
  const whole = useAtomValue(lastWholeImportAtom)
  if (!last) return null
  const jobs = whole && whole.id !== last.id ? [whole, last] : [last]
  return (
    <section className={styles.part} aria-labelledby="drive-last">
      <h2 className={styles.heading} id="drive-last">
        {labels.heading}
      </h2>
      {jobs.map((job) => (
        <Outcome key={job.id} job={job} />
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

function Outcome({ job }: { job: Job }) {
  return (
    <div>
      <div className={styles.ends}>
        <p className={styles.name}>
          {job.isSelection ? labels.selection(job) : labels.of(job.folder, job)}
        </p>
        {job.finishedAt && <p className={styles.quiet}>{moment(job.finishedAt)}</p>}
      </div>
      {isAborted(job) && (
        <p className={job.isStopped ? styles.text : styles.failure}>
          {texts.progress.aborted(job.error)}
        </p>
      )}
    </div>
  )
}
