import { type RefObject, useEffect, useRef } from 'react'

/** When a removed element had the focus, moves the focus to `next`. */
export function useFocusWhenGone(isThere: boolean, next: RefObject<HTMLElement | null>): void {
  const wasThere = useRef(isThere)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isGone && isFocusLost()) next.current?.focus()
  }, [isThere, next])
}

/** Browsers move the focus away from hidden elements only in the next frame. */
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
