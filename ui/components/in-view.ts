import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** How far from the screen a block's pictures are made ready, in screens. */
const margin = 1.5

const arrivals = new WeakMap<Element, () => void>()

/** One for all: it stops watching what has come near once. */
const observer = new IntersectionObserver(
  (entries, observer) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue
      observer.unobserve(target)
      arrivals.get(target)?.()
    }
  },
  { rootMargin: `${margin * 100}% 0px` },
)

/**
 * Whether the element has been near the screen: what was never near needs no pictures yet. Even one
 * that is `loading="lazy"` costs in every frame, 6 ms for 20,000 of them (measured).
 */
export function useNear(element: RefObject<HTMLElement | null>, isFirst: boolean): boolean {
  const [isNear, setNear] = useState(isFirst)

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
    observer.observe(target)
    return () => observer.unobserve(target)
  }, [element, isNear])

  return isNear
}
