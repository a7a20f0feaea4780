import { useAtomValue } from 'jotai'
import { RotateCw } from 'lucide-react'
import { asSentence } from '../api.ts'
import { Button } from '../components/Button.tsx'
import { textLink } from '../components/Link.css.ts'
import { Link } from '../components/Link.tsx'
import { useShownRows } from '../components/use-shown-rows.ts'
import { paths } from '../paths.ts'
import { useImport } from './import-job.ts'
import { isAborted } from './job-state.ts'
import { failuresAtom, lastImportAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { moment, texts } from './texts.ts'

const labels = texts.last

export function LastImport({ canRetry }: { canRetry: boolean }) {
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
      <Failures canRetry={canRetry} />
    </section>
  )
}

function Failures({ canRetry }: { canRetry: boolean }) {
  const failures = useAtomValue(failuresAtom)
  const { isLive, isBusy, start } = useImport()
  const { shown, more, showMore } = useShownRows(failures)
  const isIdle = isBusy || isLive
  const hasRetryAll = canRetry && failures.length > 1
  if (failures.length === 0) return null
  return (
    <>
      <ul className={styles.rows} aria-label={labels.failures}>
        {shown.map((failure) => (
          <li key={failure.fileId} className={styles.row}>
            <div>
              {failure.name}
              <p className={styles.failure}>{asSentence(failure.reason)}</p>
            </div>
            {canRetry && (
              <button
                type="button"
                className={styles.iconButton}
                aria-label={labels.retry(failure)}
                aria-disabled={isIdle}
                onClick={() => !isIdle && void start([failure.fileId])}
              >
                <RotateCw aria-hidden="true" size={20} strokeWidth={1.6} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {(more > 0 || hasRetryAll) && (
        <div className={styles.actions}>
          {more > 0 && <Button onClick={showMore}>{texts.more(more)}</Button>}
          {hasRetryAll && (
            <Button
              isBusy={isBusy}
              isDisabled={isLive}
              onClick={() => void start(failures.map(({ fileId }) => fileId))}
            >
              {labels.retryAll}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
