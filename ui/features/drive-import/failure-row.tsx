import { RotateCw, X } from 'lucide-react'
import type { DriveFailure } from '../../../src/contract/imports/drive.ts'
import { asSentence } from '../../kit/api.ts'
import { quietText } from '../../kit/components/text.css.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.failures

type FailureRowProps = {
  failure: DriveFailure
  /** An import is running, and no other can start. */
  isIdle: boolean
  /** Undefined while no folder is connected. */
  onRetry: ((failure: DriveFailure) => void) | undefined
  onDismiss: (failure: DriveFailure) => void
}

/** A file that could not be imported: its name, why, and how often and when it was tried. */
export function FailureRow({ failure, isIdle, onRetry, onDismiss }: FailureRowProps) {
  const { name, reason, tries, failedAt, canRetry } = failure
  return (
    <li className={styles.failureRow}>
      <div>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        <p className={styles.failure}>{asSentence(reason)}</p>
        <p className={quietText}>{labels.tries(tries, failedAt, !canRetry)}</p>
      </div>
      <div className={styles.rowButtons}>
        {onRetry && (
          <button
            type="button"
            className={styles.iconButton}
            aria-label={labels.retry(name)}
            title={texts.tryAgain}
            aria-disabled={isIdle}
            onClick={() => !isIdle && onRetry(failure)}
          >
            <RotateCw aria-hidden="true" size={20} strokeWidth={1.6} />
          </button>
        )}
        <button
          type="button"
          className={styles.iconButton}
          aria-label={labels.dismiss(name)}
          title={labels.question.ok}
          onClick={() => onDismiss(failure)}
        >
          <X aria-hidden="true" size={20} strokeWidth={1.6} />
        </button>
      </div>
    </li>
  )
}
