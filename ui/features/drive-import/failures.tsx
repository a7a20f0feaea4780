import { useAtom, useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { DriveFailure } from '../../../src/contract/imports/drive.ts'
import * as account from '../../kit/account/styles.css.ts'
import { Button } from '../../kit/components/Button.tsx'
import { lazyWithRetry } from '../../kit/components/lazy-with-retry.tsx'
import { plainList } from '../../kit/components/plain-list.css.ts'
import { quietText } from '../../kit/components/text.css.ts'
import { useDialog } from '../../kit/components/use-dialog.ts'
import { importJobAtom } from '../../kit/state/background-work.ts'
import { blockedHeadingId } from './blocked-files.tsx'
import type { Dismissal } from './dismiss-dialog.tsx'
import { FailureRow } from './failure-row.tsx'
import { areFailuresWantedAtom, listedFailures } from './failures-state.ts'
import { useImport } from './import-job.ts'
import { lastImportAtom } from './state.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const DismissDialog = lazyWithRetry(async () => (await import('./dismiss-dialog.tsx')).default)
const labels = texts.failures

/** The files that could not be imported, until they are imported or dismissed. */
export function Failures({ canRetry }: { canRetry: boolean }) {
  const { total, shown } = useAtomValue(listedFailures.failuresAtom) ?? { total: 0, shown: [] }
  const { isBusy: isLoading, problem } = useAtomValue(listedFailures.loadingAtom)
  const { isLive, isBusy, start } = useImport()
  const heading = useRef<HTMLHeadingElement>(null)
  const question = useDialog(DismissDialog)
  const [asked, setAsked] = useState<Dismissal>({ total: 0 })
  useUpdates()
  useFocusWhenWanted(heading)

  const ask = (failure?: DriveFailure) => {
    setAsked({ failure, total })
    question.open()
  }
  const retry = ({ fileId }: DriveFailure) => void start({ fileIds: [fileId] })
  const more = total - shown.length

  return (
    <>
      {(total > 0 || problem) && (
        <section className={account.part} aria-labelledby={headingId}>
          <h2 className={account.partHeading} id={headingId} tabIndex={-1} ref={heading}>
            {labels.heading}
          </h2>
          {total > 0 && <p className={quietText}>{labels.lead(total)}</p>}
          {canRetry && isLive && <p className={quietText}>{labels.later}</p>}
          {shown.length > 0 && (
            <ul className={plainList} aria-label={labels.heading}>
              {shown.map((failure) => (
                <FailureRow
                  key={failure.fileId}
                  failure={failure}
                  isIdle={isBusy || isLive}
                  onRetry={canRetry ? retry : undefined}
                  onDismiss={ask}
                />
              ))}
            </ul>
          )}
          {problem && (
            <p className={styles.failure} role="alert">
              {problem}
            </p>
          )}
          <div className={account.actions}>
            {problem && (
              <Button isBusy={isLoading} onClick={() => void listedFailures.load()}>
                {texts.loadAgain}
              </Button>
            )}
            {more > 0 && (
              <Button isBusy={isLoading} onClick={() => void listedFailures.loadMore()}>
                {texts.showMore}
              </Button>
            )}
            {canRetry && total > 1 && (
              <Button
                isBusy={isBusy}
                isDisabled={isLive}
                onClick={() => void start({ failed: true })}
              >
                {labels.retryAll}
              </Button>
            )}
            {total > 1 && <Button onClick={() => ask()}>{labels.dismissAll}</Button>}
          </div>
        </section>
      )}
      {question.isMounted && (
        <DismissDialog {...question.dialogProps} asked={asked} next={heading} />
      )}
    </>
  )
}

const headingId = 'drive-failures'

/** Of what could not be imported or downloaded; null if there is neither. */
export const failuresHeading = () =>
  document.querySelector<HTMLElement>(`#${headingId}`) ??
  document.querySelector<HTMLElement>(`#${blockedHeadingId}`)

/** Loads the failures on entry, after each import, and when another file fails meanwhile. */
function useUpdates(): void {
  const failed = useAtomValue(importJobAtom)?.failed ?? 0
  const lastId = useAtomValue(lastImportAtom)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: both say that there may be others
  useEffect(() => {
    void listedFailures.load()
  }, [failed, lastId])
}

function useFocusWhenWanted(heading: RefObject<HTMLHeadingElement | null>): void {
  const [isWanted, setWanted] = useAtom(areFailuresWantedAtom)
  const failures = useAtomValue(listedFailures.failuresAtom)
  useEffect(() => {
    if (!isWanted || !failures) return
    setWanted(false)
    const target = heading.current ?? failuresHeading()
    target?.focus()
  }, [isWanted, failures, heading, setWanted])
}
