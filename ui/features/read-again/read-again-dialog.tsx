import { type ComponentProps, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Reading } from '../../../src/contract/photos/read-again.ts'
import { markAllStale } from '../../catalogue/list/store.ts'
import { Button } from '../../kit/components/Button.tsx'
import { Dialog } from '../../kit/components/Dialog.tsx'
import { ProgressBar } from '../../kit/components/ProgressBar.tsx'
import { notify } from '../../kit/state/notices.ts'
import { ChangesTable } from './changes-table.tsx'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'
import { isUnderWay, type Selection, useReading } from './use-reading.ts'

const words = texts.dialog
const noticeMs = 8000

type ReadAgainDialogProps = {
  /** The photos' ids when it opens. */
  selection: Selection
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Where the focus moves afterwards, if not back to where it was. */
  finalFocus?: ComponentProps<typeof Dialog>['finalFocus']
}

/** Reads the files of several photos again: shows what would change, then changes it. */
export default function ReadAgainDialog(props: ReadAgainDialogProps) {
  const { selection, isOpen, onOpenChange, finalFocus } = props
  return (
    <Dialog
      className={styles.dialog}
      title={words.title}
      initialFocus="itself"
      staysOnOutsideClick
      isBusy={false}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      finalFocus={finalFocus}
    >
      {isOpen && <Content selection={selection} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}

type ContentProps = { selection: Selection; onClose: () => void }

function Content({ selection, onClose }: ContentProps) {
  const [chosen] = useState(selection)
  const { reading, problem, isOutdated, outdate, start, apply, cancel } = useReading(chosen)
  const { revalidate } = useRevalidator()
  const applied = reading?.applied ?? 0
  const isDone = reading?.state === 'applied'

  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is done
  useEffect(() => {
    if (!isDone) return
    notify(words.done(applied), { durationMs: noticeMs })
    onClose()
  }, [isDone])
  // Also if only some of them were changed.
  useEffect(
    () => () => {
      if (applied === 0) return
      markAllStale()
      void revalidate()
    },
    [applied, revalidate],
  )

  const failure = problem ?? reading?.error ?? undefined
  const isOver = !reading || reading.state === 'failed'
  const isQuestion = reading?.state === 'reading' || canApply(reading)
  const mainAction = canApply(reading)
    ? { label: words.apply(reading.changed), run: () => apply(reading) }
    : failure && isOver && { label: isOutdated ? words.readAgain : words.retry, run: start }
  return (
    <div className={styles.content}>
      {failure && (
        <p className={styles.problem} role="alert">
          {failure}
        </p>
      )}
      {!failure && !reading && <p role="status">{words.starting}</p>}
      {reading && <ReadingState reading={reading} onOutdated={outdate} />}
      <div className={styles.actions}>
        {reading?.state === 'applying' ? (
          <Button onClick={() => cancel(reading)}>{words.stop}</Button>
        ) : (
          <Button onClick={onClose}>{isQuestion ? words.cancel : words.close}</Button>
        )}
        {/* One button, so that it keeps the focus. */}
        {mainAction && (
          <Button kind="primary" onClick={mainAction.run}>
            {mainAction.label}
          </Button>
        )}
      </div>
    </div>
  )
}

function ReadingState({ reading, onOutdated }: { reading: Reading; onOutdated: () => void }) {
  if (isUnderWay(reading)) return <Progress reading={reading} />
  if (reading.state === 'read') return <Result reading={reading} onOutdated={onOutdated} />
  if (reading.state !== 'cancelled') return null
  return <p role="status">{words.stopped(reading.applied, reading.changed)}</p>
}

const canApply = (reading: Reading | undefined): reading is Reading =>
  reading?.state === 'read' && reading.changed > 0

function Progress({ reading }: { reading: Reading }) {
  const { state, done, total, applied, changed } = reading
  const share = state === 'reading' ? done / Math.max(1, total) : applied / Math.max(1, changed)
  return (
    <div className={styles.progress}>
      <ProgressBar label={words.progress} percent={Math.min(100, share * 100)} />
      <p className={styles.count}>
        {state === 'reading' ? words.reading(reading) : words.applying(reading)}
      </p>
    </div>
  )
}

function Result({ reading, onOutdated }: { reading: Reading; onOutdated: () => void }) {
  const { changed, total, unreadable, failures } = reading
  const unnamed = unreadable - failures.length
  return (
    <>
      {unreadable < total && (
        <p role="status">{changed === 0 ? words.none(total) : words.some(changed, total)}</p>
      )}
      {changed > 0 && <ChangesTable reading={reading} onOutdated={onOutdated} />}
      {unreadable > 0 && (
        <section>
          <h3 className={styles.heading}>{words.unreadable(unreadable)}</h3>
          <ul className={styles.failures}>
            {failures.map(({ photoId, name, reason }) => (
              <li key={photoId}>{words.failure(name, reason)}</li>
            ))}
            {unnamed > 0 && <li>{words.andMore(unnamed)}</li>}
          </ul>
        </section>
      )}
    </>
  )
}
