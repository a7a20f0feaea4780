import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIsHydrated } from '../components/use-is-hydrated.ts'

/** How far from the screen a block's pictures are made ready, in screens. */
const margin = 1.5

const arrivals = new WeakMap<Element, () => void>()

let sharedObserver: IntersectionObserver | undefined

/** One for all: it stops watching what has come near once. */
function observer(): IntersectionObserver {
  sharedObserver ??= new IntersectionObserver(
    (entries, observer) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        arrivals.get(target)?.()
      }
    },
    { rootMargin: `${margin * 100}% 0px` },
  )
  return sharedObserver
}

/**
 * Whether the element has been near the screen: what was never near needs no pictures yet. Even one
 * that is `loading="lazy"` costs in every frame, 6 ms for 20,000 of them (measured).
 */
export function useNear(element: RefObject<HTMLElement | null>, isFirst: boolean): boolean {
  // The server renders all pictures of its page: they are there without JavaScript, too.
  const isHydrated = useIsHydrated()
  const [isNear, setNear] = useState(isFirst || !isHydrated)

  // After going back the scroll position is restored by now, and nothing has been painted yet: the
  // pictures are in the first frame.
  useLayoutEffect(() => {
    if (isNear) return
    queueMicrotask(() => {
      const { top, bottom } = element.current?.getBoundingClientRect() ?? { top: 1e9, bottom: 1e9 }
      const isHere = bottom > -margin * innerHeight && top < (1 + margin) * innerHeight
      if (isHere) flushSync(() => setNear(true))
    })
  }, [element, isNear])

  useEffect(() => {
    const target = element.current
    if (isNear || !target) return
    arrivals.set(target, () => setNear(true))
    observer().observe(target)
    return () => observer().unobserve(target)
  }, [element, isNear])

  return isNear
}
