import {
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { moveTo, type Ordering } from './ordering.ts'
import { scrollNearEdges } from './scroll-near-edges.ts'

/** A press becomes a drag after so many pixels. */
const slackPx = 4

type Drag = {
  readonly id: string
  readonly before: Ordering
  readonly start: { readonly x: number; readonly y: number }
  isMoving: boolean
}

type DraggingParts = {
  /** The element whose children have `data-photo`; it catches the pointer. */
  list: RefObject<HTMLElement | null>
  /** What follows the pointer. */
  ghost: RefObject<HTMLElement | null>
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
}

/**
 * Dragging by mouse, pen and finger: the dragged photo takes each place that the pointer reaches,
 * Escape puts it back. Handlers for the list; `begin` for what is gripped.
 */
export function useDragging({ list, ghost, ordering, onOrder }: DraggingParts) {
  const drag = useRef<Drag | undefined>(undefined)
  const latest = useRef(ordering)
  const [draggedId, setDraggedId] = useState<string>()
  const [scroll] = useState(scrollNearEdges)
  latest.current = ordering

  const end = () => {
    drag.current = undefined
    scroll.stop()
    setDraggedId(undefined)
  }
  const follow = (x: number, y: number) => {
    const { current } = drag
    if (!current) return
    if (ghost.current) ghost.current.style.translate = `${x}px ${y}px`
    const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-photo]')
    const place = under ? latest.current.indexOf(under.dataset.photo ?? '') : -1
    if (place < 0 || under?.dataset.photo === current.id) return
    latest.current = moveTo(latest.current, current.id, place)
    // Drawn at once: the next movement asks what is under the pointer, and would find there the
    // photo that has just made room, and change places with it again.
    flushSync(() => onOrder(latest.current))
  }
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    const { current } = drag
    if (!current) return
    if (!current.isMoving) {
      if (Math.hypot(x - current.start.x, y - current.start.y) < slackPx) return
      current.isMoving = true
      setDraggedId(current.id)
    }
    follow(x, y)
    scroll.at(y, () => follow(x, y))
  }

  // With the drawing: whoever sees the photo moved may press Escape at once.
  useLayoutEffect(() => {
    if (!draggedId) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return
      event.preventDefault()
      onOrder(drag.current.before)
      drag.current = undefined
      scroll.stop()
      setDraggedId(undefined)
    }
    document.addEventListener('keydown', onKey, { capture: true })
    return () => document.removeEventListener('keydown', onKey, { capture: true })
  }, [draggedId, onOrder, scroll])
  useEffect(() => scroll.stop, [scroll])

  return {
    draggedId,
    handlers: {
      onPointerMove,
      onPointerUp: end,
      onPointerCancel: () => {
        if (drag.current?.isMoving) onOrder(drag.current.before)
        end()
      },
    },
    begin: (event: PointerEvent, id: string) => {
      if (event.button !== 0 || !event.isPrimary) return
      const start = { x: event.clientX, y: event.clientY }
      drag.current = { id, before: latest.current, start, isMoving: false }
      // The list, since the tile itself changes its place in the page while it is dragged.
      list.current?.setPointerCapture(event.pointerId)
    },
  }
}
