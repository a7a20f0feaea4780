import { useAtom, useAtomValue } from 'jotai'
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { PendingUpload } from '../../../src/contract/photos/versions.ts'
import { Button } from '../../kit/components/Button.tsx'
import { useShownRows } from '../../kit/components/use-shown-rows.ts'
import { moment } from '../../kit/times.ts'
import { DecideAll } from './decide-all.tsx'
import { Match } from './match.tsx'
import { loadPending, pendingAtom, pendingProblemAtom } from './pending.ts'
import { isReviewRequestedAtom, isShownOn, type PendingScreen } from './pending-screens.ts'
import * as styles from './styles.css.ts'
import { texts } from './texts.ts'

const labels = texts.waiting
const decisionsHeading = 'pending-decisions'

/** Moves to the files that wait on this screen. */
export const focusDecisions = () => document.getElementById(decisionsHeading)?.focus()

type PendingDecisionsProps = {
  screen: PendingScreen
  /** Ids of files whose own rows offer the choice. */
  except?: ReadonlySet<string>
  /** The name of the source that a file is in. */
  sourceOf?: (pending: PendingUpload) => string | undefined
  /** Another value means that others may be waiting. */
  changes?: unknown
  /** Gets the focus after the last decision. */
  next: RefObject<HTMLElement | null>
}

/** The files that still wait for the owner's decision, such as after the page was closed. */
export function PendingDecisions(props: PendingDecisionsProps) {
  const { screen, except, sourceOf, changes, next } = props
  const all = useAtomValue(pendingAtom) ?? []
  const problem = useAtomValue(pendingProblemAtom)
  const waiting = all.filter((each) => isShownOn(screen, each) && !except?.has(each.id))
  const { shown, more, showMore } = useShownRows(waiting)
  const { list, noteFocus } = useFocusOnNext(waiting, next)
  useFocusOnArrival(waiting.length > 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it says that there may be others
  useEffect(() => {
    void loadPending()
  }, [changes])

  if (waiting.length === 0 && !problem) return null
  return (
    <section className={styles.section} aria-labelledby={decisionsHeading} onFocus={noteFocus}>
      <h2 className={styles.heading} id={decisionsHeading} tabIndex={-1}>
        {labels.heading}
      </h2>
      {problem && (
        <>
          <p className={styles.failure} role="alert">
            {labels.failed(problem)}
          </p>
          <div className={styles.actions}>
            <Button onClick={() => void loadPending()}>{texts.tryAgain}</Button>
          </div>
        </>
      )}
      {waiting.length > 0 && <p className={styles.text}>{labels.lead}</p>}
      <DecideAll waiting={waiting} next={next} />
      <ul className={styles.rows} aria-label={labels.rows} ref={list}>
        {shown.map((pending) => (
          <li key={pending.id} className={styles.waitingRow}>
            <p className={styles.name} dir="auto">
              {pending.fileName}
            </p>
            <p className={styles.text} dir="auto">
              {labels.about(moment(pending.receivedAt), sourceOf?.(pending))}
            </p>
            <Match pending={pending} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className={styles.actions}>
          <Button onClick={showMore}>{labels.more(more)}</Button>
        </div>
      )}
    </section>
  )
}

/** Moves the focus to the waiting files, but only if the owner has come to decide about them. */
function useFocusOnArrival(isShown: boolean): void {
  const [isComing, setComing] = useAtom(isReviewRequestedAtom)
  useEffect(() => {
    if (!isComing || !isShown) return
    setComing(false)
    focusDecisions()
  }, [isComing, setComing, isShown])
}

/** When what had the focus is decided, the row that takes its place gets it, or else `next`. */
function useFocusOnNext(waiting: readonly PendingUpload[], next: RefObject<HTMLElement | null>) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(waiting)
  /** The file whose row had the focus last, or '' for the buttons above; not what dialogs do. */
  const focused = useRef<string>(undefined)
  const noteFocus = ({ target, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(target)) return
    focused.current = target.closest<HTMLElement>('[data-match]')?.dataset.match ?? ''
  }
  useLayoutEffect(() => {
    const isFocused = ({ id }: PendingUpload) => id === focused.current
    const place = before.current.findIndex(isFocused)
    const isRow = place >= 0 && !waiting.some(isFocused)
    const isLast = focused.current === '' && before.current.length > 0 && waiting.length === 0
    before.current = waiting
    if (!(isRow || isLast) || document.activeElement !== document.body) return
    const row = list.current?.children[Math.min(place, waiting.length - 1)]
    const target = row?.querySelector<HTMLElement>('button') ?? next.current
    target?.focus()
  })
  return { list, noteFocus }
}
