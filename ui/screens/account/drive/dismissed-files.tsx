import { useAtomValue } from 'jotai'
import { ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  dismissedCountAtom,
  dismissedFailures,
} from '../../../features/drive-import/failures-state.ts'
import { useImport } from '../../../features/drive-import/import-job.ts'
import { lastImportAtom } from '../../../features/drive-import/state.ts'
import * as styles from '../../../features/drive-import/styles.css.ts'
import { texts } from '../../../features/drive-import/texts.ts'
import * as account from '../../../kit/account/styles.css.ts'
import { asSentence } from '../../../kit/api.ts'
import { Button } from '../../../kit/components/Button.tsx'
import { plainList } from '../../../kit/components/plain-list.css.ts'
import { quietText } from '../../../kit/components/text.css.ts'

const labels = texts.dismissed

/** Files that always fail and were dismissed; they are shown on request and can be tried again. */
export function DismissedFiles() {
  const total = useAtomValue(dismissedCountAtom)
  const [isOpen, setOpen] = useState(false)
  if (total === 0) return null
  return (
    <section className={account.part} aria-labelledby="drive-dismissed">
      <h2 className={account.partHeading} id="drive-dismissed">
        <button
          type="button"
          className={styles.disclosure}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            className={styles.disclosureArrow}
            aria-hidden="true"
            size={18}
            strokeWidth={1.6}
          />
          {labels.heading(total)}
        </button>
      </h2>
      {isOpen && <DismissedList total={total} />}
    </section>
  )
}

function DismissedList({ total }: { total: number }) {
  const { shown } = useAtomValue(dismissedFailures.failuresAtom) ?? { shown: [] }
  const { isBusy: isLoading, problem } = useAtomValue(dismissedFailures.loadingAtom)
  const lastId = useAtomValue(lastImportAtom)?.id
  const { isLive, isBusy, start } = useImport()

  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that there may be others
  useEffect(() => {
    void dismissedFailures.load()
  }, [total, lastId])

  return (
    <>
      <p className={quietText}>{labels.lead}</p>
      {isLive && <p className={quietText}>{texts.failures.later}</p>}
      <ul className={plainList} aria-label={labels.list} aria-busy={isLoading}>
        {shown.map(({ fileId, name, reason, tries, failedAt }) => (
          <li key={fileId} className={styles.failureRow}>
            <div>
              <p className={styles.name} dir="auto">
                {name}
              </p>
              <p className={quietText}>{asSentence(reason)}</p>
              <p className={quietText}>{texts.failures.tries(tries, failedAt, false)}</p>
            </div>
            <Button
              aria-label={labels.retryOf(name)}
              isDisabled={isBusy || isLive}
              onClick={() => void start({ fileIds: [fileId] })}
            >
              {labels.retry}
            </Button>
          </li>
        ))}
      </ul>
      {problem && (
        <p className={styles.failure} role="alert">
          {problem}
        </p>
      )}
      <div className={account.actions}>
        {problem && (
          <Button isBusy={isLoading} onClick={() => void dismissedFailures.load()}>
            {texts.loadAgain}
          </Button>
        )}
        {!problem && shown.length > 0 && shown.length < total && (
          <Button isBusy={isLoading} onClick={() => void dismissedFailures.loadMore()}>
            {texts.showMore}
          </Button>
        )}
      </div>
    </>
  )
}
