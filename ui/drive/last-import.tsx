import { useAtomValue } from 'jotai'
import { textLink } from '../components/Link.css.ts'
import { Link } from '../components/Link.tsx'
import { paths } from '../paths.ts'
import { isAborted } from './job-state.ts'
import { lastImportAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { moment } from './times.ts'

const labels = texts.last

export function LastImport() {
  const job = useAtomValue(lastImportAtom)
  if (!job) return null
  return (
    <section className={styles.part} aria-labelledby="drive-last">
      <h2 className={styles.heading} id="drive-last">
        {labels.heading}
      </h2>
      <div className={styles.ends}>
        <p>{labels.summary(job)}</p>
        {job.finishedAt && <p className={styles.quiet}>{moment(job.finishedAt)}</p>}
      </div>
      {isAborted(job) && <p className={styles.failure}>{texts.progress.aborted(job.error)}</p>}
      {job.done > 0 && (
        <p>
          <Link className={textLink} to={paths.home()}>
            {texts.progress.showPhotos}
          </Link>
        </p>
      )}
    </section>
  )
}
