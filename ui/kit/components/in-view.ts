import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useIsHydrated } from './use-is-hydrated.ts'

type OnChange = (isInView: boolean) => void

/** One observer per margin, in screens. */
const watchers = new Map<
  number,
  { observer: IntersectionObserver; watched: Map<Element, OnChange> }
>()

/**
 * Reports whether the element is near the viewport, now and with every change.
 * @param screens how far above or below the viewport it still counts, in viewport heights.
 * @returns a function that stops watching.
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
  const existing = watchers.get(screens)
  if (existing) return existing
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

/** How far from the viewport pictures are rendered, in viewport heights. */
const margin = 1.5

/**
 * Whether the element has been near the viewport; until then it needs no pictures. Even pictures
 * with `loading="lazy"` cost time in every frame: 6 ms for 20,000 of them (measured).
 */
export function useNear(element: RefObject<HTMLElement | null>, isFirst: boolean): boolean {
  // The server renders all pictures of its page, so that they show without JavaScript.
  const isHydrated = useIsHydrated()
  const [isNear, setNear] = useState(isFirst || !isHydrated)

  // After going back, the scroll position is restored by now and nothing is painted yet, so the
  // pictures are in the first frame.
  useLayoutEffect(() => {
    if (isNear) return
    queueMicrotask(() => {
      const { top, bottom } = element.current?.getBoundingClientRect() ?? { top: 1e9, bottom: 1e9 }
      const isVisible = bottom > -margin * innerHeight && top < (1 + margin) * innerHeight
      if (isVisible) flushSync(() => setNear(true))
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
