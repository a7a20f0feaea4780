import { ownValue } from '../../../src/contract/own-value.ts'
import { letterKeysAtom } from '../../catalogue/viewer/keys.ts'
import { keyName } from '../../kit/components/key-name.ts'
import { isDialogOpen } from '../../kit/components/use-dialog.ts'
import { noticesAtom } from '../../kit/state/notices.ts'
import { store } from '../../kit/state/store.ts'
import { extendTo, selectAll, selectionAtom, stopSelecting, toggle } from './state.ts'

/** Shorter than the browser's own long press, which opens a menu for the link. */
const longPressMs = 450
/** How far a finger may move meanwhile, in CSS pixels. */
const slack = 10

/** Tiles are links to photos: while photos are selected, a click selects instead. */
export function listenForSelecting(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const press = longPress()
  // Captured, so that the tile's own link never sees the click.
  document.addEventListener('click', (event) => onClick(event, press), { capture: true, signal })
  document.addEventListener('keydown', onKey, { signal })
  document.addEventListener('pointerdown', press.begin, { signal })
  document.addEventListener('pointermove', press.move, { signal })
  for (const end of ['pointerup', 'pointercancel', 'scroll'] as const) {
    document.addEventListener(end, press.end, { capture: true, signal })
  }
  document.addEventListener('contextmenu', press.onMenu, { signal })
  return () => {
    press.end()
    listening.abort()
  }
}

const tileAt = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('.photo-grid a.tile') : null

const idOf = ({ pathname }: HTMLAnchorElement): string =>
  decodeURIComponent(pathname.split('/').at(-1) ?? '')

function onClick(event: MouseEvent, { wasLong }: ReturnType<typeof longPress>): void {
  const tile = tileAt(event.target)
  // Then the click may also be on the tile's checkbox, which has appeared under the finger.
  const isAfterLongPress = wasLong()
  if (!isAfterLongPress && !(tile && store.get(selectionAtom))) return
  event.preventDefault()
  event.stopPropagation()
  if (isAfterLongPress || !tile) return
  if (event.shiftKey) extendTo(idOf(tile))
  else toggle(idOf(tile))
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || isDialogOpen() || isMenuOpen()) return
  const isSelecting = store.get(selectionAtom) !== undefined
  const tile = tileAt(event.target)
  if (actionOf(event, tile, isSelecting)) event.preventDefault()
}

/** @returns whether the key was used. */
function actionOf(
  event: KeyboardEvent,
  tile: HTMLAnchorElement | null,
  isSelecting: boolean,
): boolean {
  const { key, ctrlKey, metaKey, target } = event
  const isText = target instanceof HTMLElement && target.matches('input, textarea, select')
  if (ctrlKey || metaKey) {
    if (keyName(event) !== 'a' || isText || !(tile || isSelecting)) return false
    selectAll()
    return true
  }
  // Escape first closes an open notice.
  if (key === 'Escape' && isSelecting && !isText && store.get(noticesAtom).length === 0) {
    stopSelecting()
    return true
  }
  return tile !== null && selectByKey(event, tile)
}

/** @returns whether the key was used. */
function selectByKey(event: KeyboardEvent, tile: HTMLAnchorElement): boolean {
  const { key, shiftKey } = event
  if (shiftKey && key.startsWith('Arrow')) return extendBy(key, tile)
  const isSelectKey = key === ' ' || (keyName(event) === 'x' && store.get(letterKeysAtom))
  if (!isSelectKey) return false
  if (shiftKey) extendTo(idOf(tile))
  else toggle(idOf(tile))
  return true
}

const isMenuOpen = (): boolean => document.querySelector('[role="menu"]') !== null

/** Moves the focus to the tile in that direction, and selects up to there. */
function extendBy(key: string, tile: HTMLAnchorElement): boolean {
  const tiles = [...document.querySelectorAll<HTMLAnchorElement>('.photo-grid a.tile')]
  const position = tiles.indexOf(tile)
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(tile), ArrowDown: columns(tile) }
  const next = tiles[position + (ownValue(step, key) ?? 0)]
  // The first key selects the focused photo as well.
  if (store.get(selectionAtom)?.anchor === undefined) toggle(idOf(tile))
  if (next) {
    extendTo(idOf(next))
    next.focus()
  }
  return true
}

function columns(tile: HTMLElement): number {
  const grid = tile.closest<HTMLElement>('.photo-grid')
  return grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : 1
}

/** A finger that stays on a tile selects it, and the click that follows does nothing. */
function longPress() {
  let pressed: { x: number; y: number; timer: ReturnType<typeof setTimeout> } | undefined
  let isTouch = false
  let isLong = false
  const end = () => {
    clearTimeout(pressed?.timer)
    pressed = undefined
  }
  return {
    begin: (event: PointerEvent) => {
      end()
      isLong = false
      isTouch = event.pointerType === 'touch'
      const tile = tileAt(event.target)
      if (!isTouch || !tile || !event.isPrimary) return
      const timer = setTimeout(() => {
        isLong = true
        toggle(idOf(tile))
      }, longPressMs)
      pressed = { x: event.clientX, y: event.clientY, timer }
    },
    move: ({ clientX, clientY }: PointerEvent) => {
      if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > slack) end()
    },
    end,
    onMenu: (event: MouseEvent) => {
      if (isTouch && tileAt(event.target)) event.preventDefault()
    },
    wasLong: () => {
      const was = isLong
      isLong = false
      return was
    },
  }
}
