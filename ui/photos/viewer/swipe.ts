import { type TouchEvent, useRef } from 'react'

/** CSS pixels, by the specification: over 30 sideways while under 40 up or down. */
const sideways = 30
const upright = 40

type Point = { x: number; y: number }

/** What a finger's way from `start` to `end` asks for; right is the previous photo. */
export function swipeOf(start: Point, end: Point): 'previous' | 'next' | undefined {
  const x = end.x - start.x
  const y = end.y - start.y
  if (Math.abs(x) <= sideways || Math.abs(y) >= upright) return undefined
  return x > 0 ? 'previous' : 'next'
}

/** Handlers for the element that is swiped. Two fingers, and a zoomed page, are not a swipe. */
export function useSwipe(actions: { onPrevious: () => void; onNext: () => void }) {
  const start = useRef<Point | undefined>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01
      const touch = touches[0]
      start.current =
        touches.length === 1 && touch && !isZoomed
          ? { x: touch.clientX, y: touch.clientY }
          : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      const from = start.current
      start.current = undefined
      if (!from || !touch) return
      const swipe = swipeOf(from, { x: touch.clientX, y: touch.clientY })
      if (swipe === 'previous') actions.onPrevious()
      if (swipe === 'next') actions.onNext()
    },
    onTouchCancel: () => {
      start.current = undefined
    },
  }
}
