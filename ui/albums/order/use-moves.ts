import {
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { moveBy, moveTo, type Ordering, placeAfterKey } from './ordering.ts'

type MovesProps = {
  /** The element whose children have `data-photo`. */
  list: RefObject<HTMLElement | null>
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  nameOf: (id: string) => string
}

type Drag = { readonly id: string; readonly before: Ordering; readonly by: 'keys' | 'pointer' }

const words = texts.ordering
const mouse = { activationConstraint: { distance: 4 } }
const longPress = { activationConstraint: { delay: 250, tolerance: 8 } }

/** A finger drags at once by the grip; elsewhere it scrolls, unless it stays for a moment. */
class PressSensor extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    const { target } = props.event
    const isGrip = target instanceof Element && target.closest('[data-move="grip"]') !== null
    super(isGrip ? { ...props, options: {} } : props)
  }
}

/**
 * Moves photos by mouse, finger, keys and buttons. While one is dragged, it takes each place that
 * the pointer or the arrow keys reach; Escape puts it back. What happens is said for screen readers.
 */
export function useMoves(props: MovesProps) {
  const latest = useRef(props)
  latest.current = props
  const [drag, setDrag] = useState<Drag>()
  const [said, setSaid] = useState('')
  /** The button that has the focus: a tile that goes to another place in the page loses it. */
  const focused = useRef<string | undefined>(undefined)

  useLayoutEffect(() => {
    const { list } = latest.current
    if (!focused.current || !list.current) return
    const button = list.current.querySelector<HTMLElement>(focused.current)
    focused.current = undefined
    button?.focus({ preventScroll: true })
    button?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })

  const put = useCallback((id: string, ordering: Ordering, button: 'up' | 'down' | 'grip') => {
    const { onOrder, nameOf } = latest.current
    focused.current = `[data-photo='${CSS.escape(id)}'] [data-move='${button}']`
    onOrder(ordering)
    setSaid(words.position(nameOf(id), ordering.indexOf(id) + 1, ordering.length))
  }, [])

  const moveByButton = useCallback(
    (id: string, by: 1 | -1) =>
      put(id, moveBy(latest.current.ordering, id, by), by === 1 ? 'down' : 'up'),
    [put],
  )

  const moveByKey: KeyboardCoordinateGetter = useCallback(
    (event, { active }) => {
      const { ordering, list } = latest.current
      const id = String(active)
      const columns = columnsOf(list.current)
      const place = placeAfterKey(event.key, ordering.indexOf(id), ordering.length, columns)
      if (place === undefined) return
      event.preventDefault()
      // The tile itself goes there; there is no picture to move to any coordinates.
      put(id, moveTo(ordering, id, place), 'grip')
    },
    [put],
  )
  const keyboard = useMemo(() => ({ coordinateGetter: moveByKey }), [moveByKey])
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(PressSensor, longPress),
    useSensor(KeyboardSensor, keyboard),
  )

  const announcements = useMemo(() => {
    const say = (word: typeof words.lifted, id: string) => {
      const { nameOf, ordering } = latest.current
      return word(nameOf(id), ordering.indexOf(id) + 1, ordering.length)
    }
    return {
      onDragStart: ({ active }: { active: { id: string | number } }) =>
        say(words.lifted, String(active.id)),
      onDragOver: () => undefined,
      onDragEnd: ({ active }: { active: { id: string | number } }) =>
        say(words.dropped, String(active.id)),
      onDragCancel: ({ active }: { active: { id: string | number } }) =>
        words.cancelled(latest.current.nameOf(String(active.id))),
    }
  }, [])

  /** Gives the dragged photo the place that the pointer is at. */
  const follow = ({ active, collisions }: Pick<DragMoveEvent, 'active' | 'collisions'>) => {
    const { ordering, onOrder } = latest.current
    const photoId = photoAt(collisions?.[0]?.data?.pointer)
    const place = photoId === undefined ? -1 : ordering.indexOf(photoId)
    if (place >= 0 && photoId !== active.id) onOrder(moveTo(ordering, String(active.id), place))
  }

  return {
    drag,
    /** Where a photo is after a key or a button moved it. */
    said,
    moveByButton,
    context: {
      sensors,
      collisionDetection: pointerAsCollision,
      accessibility: { announcements, screenReaderInstructions: { draggable: words.dragHint } },
      onDragStart: ({ active, activatorEvent }: DragStartEvent) => {
        const by = activatorEvent instanceof KeyboardEvent ? 'keys' : 'pointer'
        setSaid('')
        setDrag({ id: String(active.id), before: latest.current.ordering, by })
      },
      onDragMove: follow,
      onDragEnd: (event: DragEndEvent) => {
        follow(event)
        setDrag(undefined)
      },
      onDragCancel: () => {
        if (drag?.by === 'keys') put(drag.id, drag.before, 'grip')
        else if (drag) latest.current.onOrder(drag.before)
        setSaid('')
        setDrag(undefined)
      },
    },
  }
}

/**
 * Hands the pointer on to onDragMove, which looks for the photo under it only when the page shows
 * the last move: searched here, two quick movements would move a photo there and back again. The
 * tiles are no drop targets for dnd-kit, which would copy its list of targets for each of thousands.
 */
const pointerAsCollision: CollisionDetection = ({ pointerCoordinates }) =>
  pointerCoordinates ? [{ id: 'pointer', data: { pointer: pointerCoordinates } }] : []

function photoAt(pointer: { x: number; y: number } | undefined): string | undefined {
  const element = pointer && document.elementFromPoint(pointer.x, pointer.y)
  return element?.closest<HTMLElement>('[data-photo]')?.dataset.photo
}

const columnsOf = (list: HTMLElement | null): number =>
  list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1
