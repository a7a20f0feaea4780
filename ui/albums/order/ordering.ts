/** Ids in order; no function here changes its arguments. */
export type Ordering = readonly string[]

/** Moves an id to another place; a place outside means the nearest end. */
export function moveTo(ordering: Ordering, id: string, place: number): Ordering {
  const from = ordering.indexOf(id)
  const to = Math.min(Math.max(place, 0), ordering.length - 1)
  if (from < 0 || from === to) return ordering
  const others = ordering.filter((other) => other !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

/** Moves an id one place up or down, around the ends. */
export function moveBy(ordering: Ordering, id: string, by: 1 | -1): Ordering {
  const from = ordering.indexOf(id)
  if (from < 0) return ordering
  return moveTo(ordering, id, (from + by + ordering.length) % ordering.length)
}

/** Where a key moves a photo in a grid; undefined for other keys. */
export function placeAfterKey(
  key: string,
  place: number,
  count: number,
  columns: number,
): number | undefined {
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

/**
 * The order made so far, without photos that have been removed and with new ones at the end, in
 * the order of `present`.
 */
export function mergeInto(made: Ordering, present: Ordering): Ordering {
  const [known, there] = [new Set(made), new Set(present)]
  return [...made.filter((id) => there.has(id)), ...present.filter((id) => !known.has(id))]
}

export const isSameOrdering = (one: Ordering, other: Ordering): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place])
