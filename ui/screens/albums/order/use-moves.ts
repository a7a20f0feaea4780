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
import { indexAfterKey, moveBy, moveTo, type Ordering } from '../../../catalogue/albums/ordering.ts'
import { texts } from '../../../features/albums/texts.ts'

type MovesProps = {
  /** The list element; its children have `data-photo`. */
  list: RefObject<HTMLElement | null>
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  nameOf: (id: string) => string
}

type Drag = { readonly id: string; readonly before: Ordering; readonly by: 'keys' | 'pointer' }

const words = texts.ordering
const mouse = { activationConstraint: { distance: 4 } }
const longPress = { activationConstraint: { delay: 250, tolerance: 8 } }

/** On the grip, a finger drags at once; elsewhere it scrolls, and drags after a long press. */
class PressSensor extends TouchSensor {
  constructor(props: ConstructorParameters<typeof TouchSensor>[0]) {
    const { target } = props.event
    const isGrip = target instanceof Element && target.closest('[data-move="grip"]') !== null
    super(isGrip ? { ...props, options: {} } : props)
  }
}

/**
 * Moves photos by mouse, touch, keyboard and buttons. A dragged photo moves at once to each position
 * that the pointer or the arrow keys reach; Escape cancels. Moves are announced to screen readers.
 */
export function useMoves(props: MovesProps) {
  const latest = useRef(props)
  latest.current = props
  const [drag, setDrag] = useState<Drag>()
  const [announcement, setAnnouncement] = useState('')
  const focused = useKeptFocus(props.list)

  const put = useCallback(
    (id: string, ordering: Ordering, button: 'up' | 'down' | 'grip') => {
      const { onOrder, nameOf } = latest.current
      focused.current = `[data-photo='${CSS.escape(id)}'] [data-move='${button}']`
      onOrder(ordering)
      setAnnouncement(words.position(nameOf(id), ordering.indexOf(id) + 1, ordering.length))
    },
    [focused],
  )

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
      const index = indexAfterKey(event.key, ordering.indexOf(id), ordering.length, columns)
      if (index === undefined) return
      event.preventDefault()
      // Moving the tile is the effect; there are no coordinates to return.
      put(id, moveTo(ordering, id, index), 'grip')
    },
    [put],
  )
  const sensors = useMoveSensors(moveByKey)

  const announcements = useMemo(() => announcementsFor(latest), [])

  /** Moves the dragged photo to where the pointer is. */
  const follow = ({ active, collisions }: Pick<DragMoveEvent, 'active' | 'collisions'>) => {
    const { ordering, onOrder } = latest.current
    const photoId = photoAt(collisions?.[0]?.data?.pointer)
    const index = photoId === undefined ? -1 : ordering.indexOf(photoId)
    if (index >= 0 && photoId !== active.id) onOrder(moveTo(ordering, String(active.id), index))
  }

  return {
    drag,
    /** Where a key or button has moved a photo, for screen readers. */
    announcement,
    moveByButton,
    context: {
      sensors,
      collisionDetection: pointerAsCollision,
      accessibility: { announcements, screenReaderInstructions: { draggable: words.dragHint } },
      onDragStart: ({ active, activatorEvent }: DragStartEvent) => {
        const by = activatorEvent instanceof KeyboardEvent ? 'keys' : 'pointer'
        setAnnouncement('')
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
        setAnnouncement('')
        setDrag(undefined)
      },
    },
  }
}

/**
 * Keeps the focus on a button: a tile that moves in the document loses it.
 * @returns where to put the button's selector before the tile moves.
 */
function useKeptFocus(list: MovesProps['list']): RefObject<string | undefined> {
  const focused = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (!focused.current || !list.current) return
    const button = list.current.querySelector<HTMLElement>(focused.current)
    focused.current = undefined
    button?.focus({ preventScroll: true })
    button?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })
  return focused
}

function useMoveSensors(moveByKey: KeyboardCoordinateGetter) {
  const keyboard = useMemo(() => ({ coordinateGetter: moveByKey }), [moveByKey])
  return useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(PressSensor, longPress),
    useSensor(KeyboardSensor, keyboard),
  )
}

type Dragged = { readonly active: { readonly id: string | number } }

/** What screen readers say of the photo that is dragged. */
function announcementsFor(latest: RefObject<MovesProps>) {
  const announce = (text: typeof words.pickedUp, { active }: Dragged) => {
    const { nameOf, ordering } = latest.current
    const id = String(active.id)
    return text(nameOf(id), ordering.indexOf(id) + 1, ordering.length)
  }
  return {
    onDragStart: (drag: Dragged) => announce(words.pickedUp, drag),
    onDragOver: () => undefined,
    onDragEnd: (drag: Dragged) => announce(words.dropped, drag),
    onDragCancel: ({ active }: Dragged) =>
      words.cancelled(latest.current.nameOf(String(active.id))),
  }
}

/**
 * Only passes the pointer's coordinates to onDragMove, which finds the photo below it after the last
 * move is rendered: here, two quick movements could move a photo there and back. The tiles are not
 * drop targets of dnd-kit, which copies its list of targets for each new one.
 */
const pointerAsCollision: CollisionDetection = ({ pointerCoordinates }) =>
  pointerCoordinates ? [{ id: 'pointer', data: { pointer: pointerCoordinates } }] : []

function photoAt(pointer: { x: number; y: number } | undefined): string | undefined {
  const element = pointer && document.elementFromPoint(pointer.x, pointer.y)
  return element?.closest<HTMLElement>('[data-photo]')?.dataset.photo
}

const columnsOf = (list: HTMLElement | null): number =>
  list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1
