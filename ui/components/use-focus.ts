import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to `next` when the element that had it is removed. */
export function useFocusWhenGone(isThere: boolean, next: RefObject<HTMLElement | null>): void {
  const wasThere = useRef(isThere)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isGone && isFocusLost()) next.current?.focus()
  }, [isThere, next])
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
