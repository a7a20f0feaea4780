import { type ReactNode, type TouchEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Photo } from '../../../src/contract/photos.ts'
import { Picture } from './picture.tsx'

type StageProps = {
  photo: Photo
  previous: Photo | undefined
  next: Photo | undefined
  onPrevious: () => void
  onNext: () => void
  onOpen: () => void
  /** What else is on the wall. */
  children: ReactNode
}

/**
 * The wall with the photo. Its neighbours are there too, invisible, each as the very element that
 * will be shown: paging only changes which one is visible.
 */
export function Stage({ photo, previous, next, onPrevious, onNext, onOpen, children }: StageProps) {
  const [readyId, setReadyId] = useState('')
  const onReady = useCallback((id: string) => setReadyId(id), [])
  const swipe = useSwipe({ onPrevious, onNext })

  // The current photo is loaded before its neighbours; what is there already stays.
  const hanging = useRef<ReadonlySet<string>>(new Set())
  const pictures = [previous, photo, next].filter(
    (each): each is Photo =>
      each !== undefined &&
      (each.id === photo.id || readyId === photo.id || hanging.current.has(each.id)),
  )
  useEffect(() => {
    hanging.current = new Set(pictures.map(({ id }) => id))
  })

  return (
    <figure className="wall" {...swipe}>
      {pictures.map((each) => (
        <Picture
          // An edited photo is another picture.
          key={each.fileName}
          photo={each}
          isCurrent={each.id === photo.id}
          onReady={onReady}
          onOpen={onOpen}
        />
      ))}
      {children}
    </figure>
  )
}

/** By the specification a swipe is over 30 CSS pixels sideways and under 40 up or down. */
const sideways = 30
const upright = 40

type Point = { x: number; y: number }

/** Where a finger's movement leads; to the right is the previous photo. */
function swipeOf(start: Point, end: Point): 'previous' | 'next' | undefined {
  const x = end.x - start.x
  const y = end.y - start.y
  if (Math.abs(x) <= sideways || Math.abs(y) >= upright) return undefined
  return x > 0 ? 'previous' : 'next'
}

/** Handlers for the element that is swiped. Two fingers or a zoomed page make no swipe. */
function useSwipe(actions: { onPrevious: () => void; onNext: () => void }) {
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
