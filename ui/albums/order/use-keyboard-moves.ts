import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { moveBy, moveTo, type Ordering } from './ordering.ts'

type KeyboardMoves = {
  list: RefObject<HTMLElement | null>
  ordering: Ordering
  onOrder: (ordering: Ordering) => void
  /** For screen readers: where the photo is now. */
  onSay: (id: string, place: number, isLifted: boolean) => void
}

type Lifted = { readonly id: string; readonly before: Ordering }

/** The buttons of a tile and the keys of its grip: what is moved keeps the focus and stays in sight. */
export function useKeyboardMoves(parts: KeyboardMoves) {
  const latest = useRef(parts)
  const [lifted, setLifted] = useState<Lifted>()
  const liftedNow = useRef(lifted)
  /** The button that has the focus: a tile that goes to another place in the page loses it. */
  const focused = useRef<string | undefined>(undefined)
  latest.current = parts
  liftedNow.current = lifted

  useLayoutEffect(() => {
    const { list } = latest.current
    if (!focused.current || !list.current) return
    const button = list.current.querySelector<HTMLElement>(focused.current)
    focused.current = undefined
    button?.focus({ preventScroll: true })
    button?.closest('li')?.scrollIntoView({ block: 'nearest' })
  })

  const put = useCallback((id: string, ordering: Ordering, part: string) => {
    const { onOrder, onSay } = latest.current
    focused.current = `[data-photo='${CSS.escape(id)}'] [data-move='${part}']`
    onOrder(ordering)
    onSay(id, ordering.indexOf(id), false)
  }, [])

  const move = useCallback(
    (id: string, by: 1 | -1) => {
      put(id, moveBy(latest.current.ordering, id, by), by === 1 ? 'down' : 'up')
    },
    [put],
  )

  const onGripKey = useCallback(
    (event: KeyboardEvent, id: string) => {
      const { ordering, list, onSay } = latest.current
      const isLifted = liftedNow.current?.id === id
      const place = ordering.indexOf(id)
      if (event.key === ' ' || event.key === 'Enter') {
        setLifted(isLifted ? undefined : { id, before: ordering })
        onSay(id, place, !isLifted)
      } else if (event.key === 'Escape' && isLifted) {
        put(id, liftedNow.current!.before, 'grip')
        setLifted(undefined)
      } else if (isLifted) {
        const target = targetOf(event.key, place, ordering.length, columnsOf(list.current))
        if (target === undefined) return
        put(id, moveTo(ordering, id, target), 'grip')
      } else return
      event.preventDefault()
      event.stopPropagation()
    },
    [put],
  )

  return { move, onGripKey, liftedId: lifted?.id }
}

/** Where an arrow key takes what stands at a place; undefined for other keys. */
function targetOf(key: string, place: number, count: number, columns: number) {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -place,
    End: count - 1 - place,
  }
  const step = steps[key]
  return step === undefined ? undefined : Math.min(Math.max(place + step, 0), count - 1)
}

const columnsOf = (list: HTMLElement | null): number =>
  list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1
