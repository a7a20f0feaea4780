import { type RefCallback, useCallback } from 'react'

/** Calls back whenever the element comes within half a screen of what is seen. */
export function useWhenNear(onNear: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return
      const onChange = ([entry]: IntersectionObserverEntry[]) => {
        if (entry?.isIntersecting) onNear()
      }
      const observer = new IntersectionObserver(onChange, { rootMargin: '0px 0px 50%' })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [onNear],
  )
}
