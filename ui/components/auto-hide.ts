import { useEffect, useRef, useState } from 'react'

/**
 * Calls `onHide` after `durationMs`, but not while somebody looks: it holds on while hovered,
 * focused or with the window in the background, and then goes on with half the duration.
 * The handlers belong to the element that hides.
 */
export function useAutoHide(durationMs: number, onHide: () => void) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const [isAway, setAway] = useState(() => !document.hasFocus())
  const remainingMs = useRef(durationMs)
  const latestOnHide = useRef(onHide)
  const isHeld = isHovered || isFocused || isAway

  useEffect(() => {
    latestOnHide.current = onHide
  })

  useEffect(() => {
    if (isHeld) {
      remainingMs.current = durationMs / 2
      return
    }
    const timer = setTimeout(() => latestOnHide.current(), remainingMs.current)
    return () => clearTimeout(timer)
  }, [isHeld, durationMs])

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
