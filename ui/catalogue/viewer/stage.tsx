import { type ReactNode, type TouchEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { isAtScreenEdge } from '../../kit/components/screen-edge.ts'
import { Picture } from './picture.tsx'
import * as styles from './styles.css.ts'

type StageProps = {
  photo: Photo
  previous: Photo | undefined
  next: Photo | undefined
  onPrevious: () => void
  onNext: () => void
  onOpen: () => void
  children: ReactNode
}

/**
 * The photo and, invisibly, its neighbours, each as the element that will be shown: paging only
 * changes which one is visible.
 */
export function Stage({ photo, previous, next, onPrevious, onNext, onOpen, children }: StageProps) {
  const [readyId, setReadyId] = useState('')
  const onReady = useCallback((id: string) => setReadyId(id), [])
  const swipe = useSwipe({ onPrevious, onNext })

  // The current photo is loaded before its neighbours; mounted pictures stay.
  const mounted = useRef<ReadonlySet<string>>(new Set())
  const pictures = [previous, photo, next].filter(
    (each): each is Photo =>
      each !== undefined &&
      (each.id === photo.id || readyId === photo.id || mounted.current.has(each.id)),
  )
  useEffect(() => {
    mounted.current = new Set(pictures.map(({ id }) => id))
  })

  return (
    <figure className={styles.stage} {...swipe}>
      {pictures.map((each) => (
        <Picture
          // An edit changes the file name, and with it the picture.
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

/** A swipe moves more than 30 CSS pixels horizontally and less than 40 vertically, as specified. */
const minHorizontal = 30
const maxVertical = 40

type Point = { x: number; y: number }

/** Where a swipe leads: to the right means the previous photo. */
function swipeOf(start: Point, end: Point): 'previous' | 'next' | undefined {
  const x = end.x - start.x
  const y = end.y - start.y
  if (Math.abs(x) <= minHorizontal || Math.abs(y) >= maxVertical) return undefined
  return x > 0 ? 'previous' : 'next'
}

/** Touch handlers of the swiped element; ignores two fingers and zoomed pages. */
function useSwipe(actions: { onPrevious: () => void; onNext: () => void }) {
  const start = useRef<Point | undefined>(undefined)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01
      const touch = touches[0]
      start.current =
        touches.length === 1 && touch && !isZoomed && !isAtScreenEdge(touch.clientX)
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
