import { useEffect, useRef } from 'react'
import { useAutoHide } from './auto-hide.ts'
import * as styles from './Toast.css.ts'

type ToastProps = {
  text: string
  durationMs: number
  /** The name of the button that closes it. */
  closeLabel: string
  onClose: () => void
}

/** A bar that says one thing and goes away: by itself, by Escape, or by a press elsewhere. */
export function Toast({ text, durationMs, closeLabel, onClose }: ToastProps) {
  const bar = useRef<HTMLDivElement>(null)
  const handlers = useAutoHide(durationMs, onClose)

  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    const onPress = ({ target }: PointerEvent) => {
      if (!bar.current?.contains(target as Node)) onClose()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPress)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPress)
    }
  }, [onClose])

  return (
    <div className={styles.place}>
      <div className={styles.toast} ref={bar} {...handlers}>
        <div role="alert">{text}</div>
        <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 4 8 8m0-8-8 8" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      </div>
    </div>
  )
}
