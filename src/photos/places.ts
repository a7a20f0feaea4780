/** A known position in a list: `position` photos precede the one with this key. */
export type Place = { readonly position: number; readonly sortKey: number; readonly rowId: number }

/** Positions are kept if they save reading this many index entries. */
const stride = 64
/** Per list, and lists at most. */
const mostPlaces = 5000
const mostLists = 100

const first: Place = { position: 0, sortKey: Number.MIN_SAFE_INTEGER, rowId: 0 }

/**
 * Known positions in lists, from earlier pages, so that reading a page deep in a list starts nearby
 * and not at the list's beginning. They are valid for one data version.
 */
export function createPlaces(version: () => number) {
  let current = version()
  const known = new Map<string, Place[]>()

  const placesOf = (list: string): Place[] => {
    if (version() !== current || known.size > mostLists) {
      known.clear()
      current = version()
    }
    const places = known.get(list) ?? [first]
    known.set(list, places)
    return places
  }

  return {
    /** The last known place at or before a position. */
    before: (list: string, position: number): Place => {
      const places = placesOf(list)
      return places[lastWhere(places, (place) => place.position <= position)]!
    },
    /** The last known place at or before a photo's key. */
    beforeKey: (list: string, sortKey: number, rowId: number): Place => {
      const places = placesOf(list)
      const isBefore = (place: Place) =>
        place.sortKey < sortKey || (place.sortKey === sortKey && place.rowId <= rowId)
      return places[lastWhere(places, isBefore)]!
    },
    keep: (list: string, place: Place): void => {
      const places = placesOf(list)
      const at = lastWhere(places, ({ position }) => position <= place.position)
      const isFar = place.position - places[at]!.position >= stride
      if (isFar && places.length < mostPlaces) places.splice(at + 1, 0, place)
    },
  }
}

/** Binary search in ascending places; `holds` is true for the first. */
function lastWhere(places: Place[], holds: (place: Place) => boolean): number {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (holds(places[middle]!)) low = middle
    else high = middle - 1
  }
  return low
}
