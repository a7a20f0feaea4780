import { useAtomValue } from 'jotai'
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import { dismissNotice, type Notice, noticesAtom } from '../state/notices.ts'
import * as styles from './Notices.css.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

/** The labels of the bar and of its close button. */
type NoticeLabels = { readonly bar: string; readonly close: string }

/** The notification bar; shows one notice at a time. */
export function Notices({ labels }: { labels: NoticeLabels }) {
  const [notice] = useAtomValue(noticesAtom)
  // One may have come before hydration; the server's page has none.
  const isHydrated = useIsHydrated()
  return isHydrated && notice && <NoticeBar key={notice.id} notice={notice} labels={labels} />
}

/** Closes after its duration, on Escape, or on a press elsewhere. */
function NoticeBar({ notice, labels }: { notice: Notice; labels: NoticeLabels }) {
  const bar = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement>(null)

  const close = useCallback(() => {
    // Closed from inside, it returns the focus to where it was.
    if (bar.current?.contains(document.activeElement)) cameFrom.current?.focus()
    dismissNotice(notice.id)
  }, [notice.id])
  const hold = useAutoHide(notice, close)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (!bar.current?.contains(target as Node)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [close])

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    hold.onFocus()
    const from = event.relatedTarget
    if (from instanceof HTMLElement && !bar.current?.contains(from)) cameFrom.current = from
  }
  const { action } = notice

  return (
    <div className={styles.place}>
      <section className={styles.bar} aria-label={labels.bar} ref={bar} {...hold} onFocus={onFocus}>
        <div className={styles.text} role="alert">
          {notice.text}
        </div>
        {action && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              close()
              action.run()
            }}
          >
            {action.label}
          </button>
        )}
        <button type="button" className={styles.close} aria-label={labels.close} onClick={close}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      </section>
    </div>
  )
}

/** How long something is shown; without `durationMs` it stays. */
type Timing = {
  readonly durationMs?: number
  /** The time left after it was hovered or focused; half the duration unless set. */
  readonly resumeMs?: number
}

/**
 * Calls `onHide` after `durationMs`, but pauses while the element is hovered or focused or the
 * window is in the background, and then resumes with `resumeMs`. The handlers belong to the
 * element that hides.
 */
function useAutoHide(timing: Timing, onHide: () => void) {
  const { durationMs, resumeMs = durationMs && durationMs / 2 } = timing
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isAway, setAway] = useState(() => !document.hasFocus())
  const remainingMs = useRef(durationMs)
  const isHeld = isHovered || isFocused || isAway

  useEffect(() => {
    if (isHeld) {
      remainingMs.current = resumeMs
      return
    }
    if (remainingMs.current === undefined) return
    const timer = setTimeout(onHide, remainingMs.current)
    return () => clearTimeout(timer)
  }, [isHeld, resumeMs, onHide])

  useEffect(() => {
    const leave = () => setAway(true)
    const comeBack = () => setAway(false)
    window.addEventListener('blur', leave)
    window.addEventListener('focus', comeBack)
    return () => {
      window.removeEventListener('blur', leave)
      window.removeEventListener('focus', comeBack)
    }
  }, [])

  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
