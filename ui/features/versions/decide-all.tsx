import { useAtomValue } from 'jotai'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { PendingUpload } from '../../../src/contract/photos/versions.ts'
import { Button } from '../../kit/components/Button.tsx'
import { useFocusWhenGone } from '../../kit/components/use-focus.ts'
import {
  decideAll,
  type OnOutcome,
  pendingAtom,
  rivalsOf,
  runAtom,
  stopDeciding,
} from './pending.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.all

type DecideAllProps = {
  waiting: readonly PendingUpload[]
  /** Gets the focus when a decision for all leaves nothing to decide. */
  next: RefObject<HTMLElement | null>
  onOutcome?: OnOutcome | undefined
}

/** What replacing means, and one decision for all files of a list. */
export function DecideAll({ waiting, onOutcome, next }: DecideAllProps) {
  const run = useAtomValue(runAtom)
  const box = useFocusKept(run !== undefined)
  useFocusWhenGone(run !== undefined, next)
  const all = useAtomValue(pendingAtom) ?? waiting
  if (run) {
    return (
      <div className={styles.actions} ref={box}>
        <p className={styles.strong} role="status">
          {labels.progress[run.decision](run.done, run.total)}
        </p>
        <Button isDisabled={run.isStopping} onClick={stopDeciding}>
          {labels.stop}
        </Button>
      </div>
    )
  }
  if (waiting.length === 0) return null
  const matched = waiting.filter((pending) => rivalsOf(pending, all).length > 0)
  const photos = new Set(matched.map(({ photo }) => photo.id)).size
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.all} role="group" aria-label={labels.label} ref={box}>
      <p className={styles.text}>{labels.lead}</p>
      {photos > 0 && <p className={styles.text}>{labels.leftOut(photos)}</p>}
      {waiting.length > 1 && (
        <div className={styles.actions}>
          <Button
            isDisabled={matched.length === waiting.length}
            onClick={() => void decideAll(waiting, 'replace', onOutcome)}
          >
            {labels.replace(waiting.length - matched.length)}
          </Button>
          <Button onClick={() => void decideAll(waiting, 'keep-both', onOutcome)}>
            {labels.keepBoth(waiting.length)}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The buttons for a decision and the one that stops it replace each other. */
function useFocusKept(isRunning: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(isRunning)
  useLayoutEffect(() => {
    if (wasRunning.current === isRunning) return
    wasRunning.current = isRunning
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [isRunning])
  return box
}
