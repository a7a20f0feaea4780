import { type TouchEvent, useRef } from 'react'
import { isAtScreenEdge } from '../../kit/components/screen-edge.ts'

/** As in the viewer, in CSS pixels. */
const minHorizontal = 30
const maxVertical = 40

/** Touch handlers: to the left is the next photo. */
export function useSwipe(onStep: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | undefined>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches.length === 1 ? touches[0] : undefined
      start.current =
        touch && !isAtScreenEdge(touch.clientX) ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      const from = start.current
      start.current = undefined
      if (!touch || !from) return
      const x = touch.clientX - from.x
      const isSwipe = Math.abs(x) > minHorizontal && Math.abs(touch.clientY - from.y) < maxVertical
      if (isSwipe) onStep(x < 0 ? 1 : -1)
    },
    onTouchCancel: () => {
      start.current = undefined
    },
  }
}
