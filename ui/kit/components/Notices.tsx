import { useAtomValue } from 'jotai'
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import { dismissNotice, type Notice, noticesAtom } from '../state/notices.ts'
import * as styles from './Notices.css.ts'
import { useIsHydrated } from './use-is-hydrated.ts'

type NoticeLabels = { readonly bar: string; readonly close: string }

/** Shows one notice at a time. */
export function Notices({ labels }: { labels: NoticeLabels }) {
  const [notice] = useAtomValue(noticesAtom)
  // A notice may precede hydration, but the server's page has none.
  const isHydrated = useIsHydrated()
  return isHydrated && notice && <NoticeBar key={notice.id} notice={notice} labels={labels} />
}

/** Closes after its duration, on Escape, or on a click elsewhere. */
function NoticeBar({ notice, labels }: { notice: Notice; labels: NoticeLabels }) {
  const bar = useRef<HTMLElement>(null)
  const focusedBefore = useRef<HTMLElement>(null)

  const close = useCallback(() => {
    // Returns the focus if it was inside.
    if (bar.current?.contains(document.activeElement)) focusedBefore.current?.focus()
    dismissNotice(notice.id)
  }, [notice.id])
  const handlers = useAutoHide(notice, close)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!bar.current?.contains(target as Node)) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [close])

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    handlers.onFocus()
    const from = event.relatedTarget
    if (from instanceof HTMLElement && !bar.current?.contains(from)) focusedBefore.current = from
  }
  const { action } = notice

  return (
    <div className={styles.place}>
      <section
        className={styles.bar}
        aria-label={labels.bar}
        ref={bar}
        {...handlers}
        onFocus={onFocus}
      >
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

/** Without `durationMs`, the element stays. */
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
  const isPaused = isHovered || isFocused || isAway

  useEffect(() => {
    if (isPaused) {
      remainingMs.current = resumeMs
      return
    }
    if (remainingMs.current === undefined) return
    const timer = setTimeout(onHide, remainingMs.current)
    return () => clearTimeout(timer)
  }, [isPaused, resumeMs, onHide])

  useEffect(() => {
    const onWindowBlur = () => setAway(true)
    const onWindowFocus = () => setAway(false)
    window.addEventListener('blur', onWindowBlur)
    window.addEventListener('focus', onWindowFocus)
    return () => {
      window.removeEventListener('blur', onWindowBlur)
      window.removeEventListener('focus', onWindowFocus)
    }
  }, [])

  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
}
