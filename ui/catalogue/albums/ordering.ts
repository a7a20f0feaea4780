import { ownValue } from '../../../src/contract/own-value.ts'
/** Photo ids in order. */
export type Ordering = readonly string[]

/** Moves an id to an index, which is clamped to the ends. */
export function moveTo(ordering: Ordering, id: string, index: number): Ordering {
  const from = ordering.indexOf(id)
  const to = Math.min(Math.max(index, 0), ordering.length - 1)
  if (from < 0 || from === to) return ordering
  const others = ordering.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** Moves an id up or down by one, wrapping around at the ends. */
export function moveBy(ordering: Ordering, id: string, by: 1 | -1): Ordering {
  const from = ordering.indexOf(id)
  if (from < 0) return ordering
  return moveTo(ordering, id, (from + by + ordering.length) % ordering.length)
}

/** The index that a key moves a photo to in a grid; undefined for other keys. */
export function indexAfterKey(
  key: string,
  index: number,
  count: number,
  columns: number,
): number | undefined {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -index,
    End: count - 1 - index,
  }
  const step = ownValue(steps, key)
  return step === undefined ? undefined : Math.min(Math.max(index + step, 0), count - 1)
}

/**
 * The order in progress without photos that have been removed, and with new ones at the end in the
 * order of `current`.
 */
export function mergeInto(made: Ordering, current: Ordering): Ordering {
  const known = new Set(made)
  const left = new Set(current)
  return [...made.filter((id) => left.has(id)), ...current.filter((id) => !known.has(id))]
}

export const isSameOrdering = (one: Ordering, other: Ordering): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index])
