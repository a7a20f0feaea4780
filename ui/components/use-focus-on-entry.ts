import { type RefObject, useEffect, useRef } from 'react'

/** For what takes another's place on the screen: the keyboard goes on in it. */
export function useFocusOnEntry<T extends HTMLElement>(isWanted = true): RefObject<T | null> {
  const element = useRef<T>(null)
  useEffect(() => {
    if (isWanted) element.current?.focus({ preventScroll: true })
  }, [isWanted])
  return element
}
