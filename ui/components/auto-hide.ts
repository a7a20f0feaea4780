import { useEffect, useRef, useState } from 'react'

/** How long something stands before it hides; without `durationMs` it stays. */
type Timing = {
  readonly durationMs?: number
  /** What is left of it after somebody looked away again; half the duration unless set. */
  readonly resumeMs?: number
}

/**
 * Calls `onHide` after `durationMs`, but not while somebody looks: it holds on while hovered,
 * focused or with the window in the background, and then goes on with `resumeMs`.
 * The handlers belong to the element that hides.
 */
export function useAutoHide(timing: Timing, onHide: () => void) {
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
