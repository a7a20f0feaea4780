/** A photo's place in a list: `position` photos stand before the one with this key. */
export type Place = { readonly position: number; readonly sortKey: number; readonly rowId: number }

/** A place is kept when it saves reading this many index entries. */
const stride = 64
/** Kept places of one list, and lists with kept places, at most. */
const mostPlaces = 5000
const mostLists = 100

const first: Place = { position: 0, sortKey: Number.MIN_SAFE_INTEGER, rowId: 0 }

/**
 * Places in lists that earlier pages came by, so that a page deep in a list is read on from the
 * nearest of them and not from the list's start. What is known is good for one data version.
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

/** The last index whose place holds; the first always does. Places are ascending. */
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
