import { useAtomValue } from 'jotai'
import { type RefCallback, type RefObject, useCallback, useRef, useState } from 'react'
import { DecideAll } from '../../../features/versions/decide-all.tsx'
import { Button } from '../../../kit/components/Button.tsx'
import { Checkbox } from '../../../kit/components/Checkbox.tsx'
import { ProgressBar } from '../../../kit/components/ProgressBar.tsx'
import { plainList } from '../../../kit/components/plain-list.css.ts'
import { useFocusWhenGone } from '../../../kit/components/use-focus.ts'
import { useShownRows } from '../../../kit/components/use-shown-rows.ts'
import { texts } from '../texts.ts'
import { AfterUpload } from './after-upload.tsx'
import { matchedPendingAtom, noteOutcome } from './decided-uploads.ts'
import { cancelAll, clearUploads, pauseAtom, resumeUploads, retryFailed } from './state.ts'
import * as styles from './styles.css.ts'
import { failedUploadsAtom, secondsLeftAtom, uploadsAtom, uploadTotalsAtom } from './totals.ts'
import { percentOf } from './upload.ts'
import { UploadRow } from './upload-row.tsx'

/** All files since the page was loaded. `next` gets the focus once the list is cleared. */
export function UploadList({ next }: { next: RefObject<HTMLElement | null> }) {
  const [onlyFailed, setOnlyFailed] = useState(false)
  const all = useAtomValue(uploadsAtom)
  const failed = useAtomValue(failedUploadsAtom)
  useFocusWhenGone(all.length > 0, next)
  const clear = useRef<HTMLButtonElement>(null)
  // With no failures left, the filter is hidden and turned off.
  if (onlyFailed && failed.length === 0) setOnlyFailed(false)
  const { shown, more, showMore } = useShownRows(onlyFailed ? failed : all)
  const end = useWhenNear(showMore)
  return (
    <section
      className={styles.uploads}
      aria-label={texts.uploads.heading}
      hidden={all.length === 0}
    >
      <UploadSummary onlyFailed={onlyFailed} onOnlyFailed={setOnlyFailed} clear={clear} />
      <DecideAll waiting={useAtomValue(matchedPendingAtom)} onOutcome={noteOutcome} next={clear} />
      <ul className={plainList}>
        {shown.map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {more > 0 && (
        <div className={styles.tools} ref={end}>
          <Button onClick={showMore}>{texts.uploads.showMore(more)}</Button>
        </div>
      )}
    </section>
  )
}

type UploadSummaryProps = {
  onlyFailed: boolean
  onOnlyFailed: (onlyFailed: boolean) => void
  clear: RefObject<HTMLButtonElement | null>
}

/** Progress, results and buttons for all files together. */
function UploadSummary({ onlyFailed, onOnlyFailed, clear }: UploadSummaryProps) {
  const totals = useAtomValue(uploadTotalsAtom)
  const pause = useAtomValue(pauseAtom)
  const secondsLeft = useAtomValue(secondsLeftAtom)
  const isOpen = totals.open > 0
  const percent = percentOf(totals)
  return (
    <>
      <div className={styles.summary}>
        {isOpen && (
          <p className={styles.count}>{texts.uploads.progress(totals.uploaded, totals.total)}</p>
        )}
        <p className={styles.count} role="status">
          {!isOpen && totals.total > 0 && texts.uploads.summary(totals)}
        </p>
        {isOpen && secondsLeft !== undefined && pause === undefined && (
          <p className={styles.left}>{texts.uploads.left(secondsLeft)}</p>
        )}
      </div>
      <ProgressBar label={texts.uploads.heading} percent={percent} className={styles.totalBar} />
      {pause !== undefined && (
        <p className={styles.pause} role="alert">
          {pause}
        </p>
      )}
      {!isOpen && <AfterUpload />}
      <div className={styles.tools}>
        {pause !== undefined && isOpen && (
          <Button kind="primary" onClick={resumeUploads}>
            {texts.uploads.resume}
          </Button>
        )}
        {totals.retryable > 0 && <Button onClick={retryFailed}>{texts.uploads.retryFailed}</Button>}
        {isOpen ? (
          <Button onClick={cancelAll}>{texts.uploads.cancelAll}</Button>
        ) : (
          <Button ref={clear} onClick={clearUploads}>
            {texts.uploads.clear}
          </Button>
        )}
        {totals.failed > 0 && totals.total > totals.failed && (
          <Checkbox
            label={texts.uploads.onlyFailed}
            checked={onlyFailed}
            onChange={({ target }) => onOnlyFailed(target.checked)}
          />
        )}
      </div>
    </>
  )
}

/** Calls `onNear` when the element comes within half a screen of the viewport. */
function useWhenNear(onNear: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return
      const onChange = ([entry]: IntersectionObserverEntry[]) => {
        if (entry?.isIntersecting) onNear()
      }
      const observer = new IntersectionObserver(onChange, { rootMargin: '0px 0px 50%' })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [onNear],
  )
}
