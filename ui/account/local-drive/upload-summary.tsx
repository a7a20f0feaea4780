import { useAtomValue } from 'jotai'
import { Button } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Checkbox.tsx'
import { texts } from '../texts.ts'
import {
  cancelAll,
  forgetUploads,
  goOn,
  pauseAtom,
  retryFailed,
  secondsLeftAtom,
  uploadTotalsAtom,
} from './state.ts'
import * as styles from './styles.css.ts'
import { percentOf } from './totals.ts'

type UploadSummaryProps = { onlyFailed: boolean; onOnlyFailed: (onlyFailed: boolean) => void }

/** All files together: how far they are, what became of them, what can be done. */
export function UploadSummary({ onlyFailed, onOnlyFailed }: UploadSummaryProps) {
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
      <div
        className={styles.totalBar}
        role="progressbar"
        aria-label={texts.uploads.heading}
        aria-valuenow={percent}
      >
        <span className={styles.barPart} style={{ inlineSize: `${percent}%` }} />
      </div>
      {pause !== undefined && (
        <p className={styles.pause} role="alert">
          {texts.uploads.paused(pause)}
        </p>
      )}
      <div className={styles.tools}>
        {pause !== undefined && isOpen && (
          <Button kind="primary" onClick={goOn}>
            {texts.uploads.goOn}
          </Button>
        )}
        {totals.retryable > 0 && <Button onClick={retryFailed}>{texts.uploads.retryFailed}</Button>}
        {isOpen ? (
          <Button onClick={cancelAll}>{texts.uploads.cancelAll}</Button>
        ) : (
          <Button onClick={forgetUploads}>{texts.uploads.clear}</Button>
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
