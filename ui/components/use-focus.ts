import { type RefObject, useEffect, useRef } from 'react'

/** When something goes from the screen and takes the focus along, the keyboard goes on at `next`. */
export function useFocusWhenGone(isThere: boolean, next: RefObject<HTMLElement | null>): void {
  const wasThere = useRef(isThere)
  useEffect(() => {
    const isGone = wasThere.current && !isThere
    wasThere.current = isThere
    if (isGone && isFocusLost()) next.current?.focus()
  }, [isThere, next])
}

/** Browsers take the focus from what is hidden only with the next frame. */
function isFocusLost(): boolean {
  const focused = document.activeElement
  return !focused || focused === document.body || focused.closest('[hidden]') !== null
}

/** For what takes another's place on the screen: the keyboard goes on in it. */
export function useFocusOnEntry<T extends HTMLElement>(isWanted = true): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => {
    if (isWanted) element.current?.focus({ preventScroll: true })
  }, [isWanted])
  return element
}
