import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIsHydrated } from './use-is-hydrated.ts'

type OnChange = (isInView: boolean) => void

/** One observer for all elements with the same margin. */
const watchers = new Map<
  number,
  { observer: IntersectionObserver; watched: Map<Element, OnChange> }
>()

/**
 * Reports whether the element is on the screen, now and with every change.
 * @param screens how far from the screen it still counts, above and below, in screen heights.
 * @returns a function that ends it.
 */
export function watchInView(element: Element, screens: number, onChange: OnChange): () => void {
  const { observer, watched } = watcherOf(screens)
  watched.set(element, onChange)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer.unobserve(element)
  }
}

function watcherOf(screens: number) {
  const present = watchers.get(screens)
  if (present) return present
  const watched = new Map<Element, OnChange>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) watched.get(target)?.(isIntersecting)
    },
    { rootMargin: `${screens * 100}% 0px` },
  )
  watchers.set(screens, { observer, watched })
  return { observer, watched }
}

/** How far from the screen a block's pictures are made ready, in screens. */
const margin = 1.5

/**
 * Whether the element has been near the screen: until then it needs no pictures. Even a picture with
 * `loading="lazy"` costs time in every frame, 6 ms for 20,000 of them (measured).
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
    return watchInView(target, margin, (isInView) => {
      if (isInView) setNear(true)
    })
  }, [element, isNear])

  return isNear
}
