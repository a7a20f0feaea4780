import { useAtomValue } from 'jotai'
import { type FocusEvent, useCallback, useEffect, useRef } from 'react'
import { dismissNotice, type Notice, noticesAtom } from '../state/notices.ts'
import { useAutoHide } from './auto-hide.ts'
import * as styles from './Notices.css.ts'

/** The names of the bar and of the button that closes it. */
type NoticeWords = { readonly bar: string; readonly close: string }

/** The notification bar: what is to be said, one notice at a time. */
export function Notices({ words }: { words: NoticeWords }) {
  const [notice] = useAtomValue(noticesAtom)
  return notice && <NoticeBar key={notice.id} notice={notice} words={words} />
}

/** Goes away by itself after its time, by Escape, or by a press elsewhere. */
function NoticeBar({ notice, words }: { notice: Notice; words: NoticeWords }) {
  const bar = useRef<HTMLElement>(null)
  const cameFrom = useRef<HTMLElement>(null)

  const close = useCallback(() => {
    // Whoever closes it from inside goes on where they were.
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
      <section className={styles.bar} aria-label={words.bar} ref={bar} {...hold} onFocus={onFocus}>
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
        <button type="button" className={styles.close} aria-label={words.close} onClick={close}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      </section>
    </div>
  )
}
