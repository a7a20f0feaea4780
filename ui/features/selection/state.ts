import { atom } from 'jotai'
import { batchLimits } from '../../../src/contract/limits.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { store } from '../../kit/state/store.ts'

/** The selected photos of the grid on the screen. */
export type Selection = {
  readonly ids: ReadonlySet<string>
  /** Where a range begins: the photo that was selected or deselected last. */
  readonly anchor?: string
}

/** Undefined while the owner is not selecting. */
export const selectionAtom = atom<Selection | undefined>(undefined)

/** The loaded photos of the grid on the screen, in its order. */
export const shownPhotosAtom = atom<readonly Photo[]>([])

/** Whether the last selection was cut at the most that can be edited together. */
export const isFullAtom = atom(false)

const limit = batchLimits.photos

/** Selects the ids that the limit has room for. */
function select(ids: Iterable<string>, anchor: string | undefined): void {
  const wanted = [...new Set(ids)]
  store.set(isFullAtom, wanted.length > limit)
  store.set(selectionAtom, {
    ids: new Set(wanted.slice(0, limit)),
    ...(anchor !== undefined && { anchor }),
  })
}

const selected = (): ReadonlySet<string> => store.get(selectionAtom)?.ids ?? new Set()

/** Starts selecting, with no photo yet. */
export const startSelecting = (): void => select([], undefined)

export function stopSelecting(): void {
  store.set(isFullAtom, false)
  store.set(selectionAtom, undefined)
}

export function toggle(id: string): void {
  const ids = selected()
  select(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id], id)
}

/** Adds the photos from the anchor up to this one, in the order of the grid. */
export function extendTo(id: string): void {
  const shown = store.get(shownPhotosAtom).map((photo) => photo.id)
  const anchor = store.get(selectionAtom)?.anchor ?? id
  select([...selected(), ...between(shown, anchor, id)], anchor)
}

export function selectAll(): void {
  const shown = store.get(shownPhotosAtom).map(({ id }) => id)
  select([...selected(), ...shown], store.get(selectionAtom)?.anchor)
}

/** Forgets selected photos that are no longer in the grid. */
export function keepOnly(shown: readonly Photo[]): void {
  const selection = store.get(selectionAtom)
  if (!selection) return
  const left = new Set(shown.map(({ id }) => id))
  const ids = [...selection.ids].filter((id) => left.has(id))
  if (ids.length < selection.ids.size) select(ids, selection.anchor)
}

/** The ids from one to the other, whichever comes first; only the second if one is missing. */
function between(shown: readonly string[], from: string, to: string): readonly string[] {
  const start = shown.indexOf(from)
  const end = shown.indexOf(to)
  if (start < 0 || end < 0) return [to]
  return shown.slice(Math.min(start, end), Math.max(start, end) + 1)
}
