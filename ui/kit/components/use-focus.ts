import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to `next` when the element that had it is removed. */
export function useFocusWhenGone(isShown: boolean, next: RefObject<HTMLElement | null>): void {
  const wasShown = useRef(isShown)
  useEffect(() => {
    const wasRemoved = wasShown.current && !isShown
    wasShown.current = isShown
    if (wasRemoved && isFocusLost()) next.current?.focus()
  }, [isShown, next])
}

/** Also true if a hidden element has the focus: browsers move it away only in the next frame. */
function isFocusLost(): boolean {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.closest('[hidden]') !== null
}

/** Focuses an element that replaces another one. */
export function useFocusOnEntry<T extends HTMLElement>(isWanted = true): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => {
    if (isWanted) element.current?.focus({ preventScroll: true })
  }, [isWanted])
  return element
}
