import type { Point } from '../../contract/places/distance.ts'
import type { Place, PlaceGroup, PlacePoint, Places } from '../../contract/places/places.ts'

/** What a viewer may know about a place. `centre` is its town's, or its own far from any town. */
export type ShownPlace = { readonly place: Place; readonly centre: Point }
export type Located = Pick<PlacePoint, 'id' | 'fileName' | 'title' | 'alt'> & ShownPlace

export type PlacesOnMap = Omit<Places, 'hasTiles'>

/** Photos groupByTown between two pauses. */
const pieceSize = 500

/**
 * Groups photos by town, the towns with most photos first. Pauses between pieces, because 10,000
 * photos at once take 15 ms.
 */
export async function groupByTown(
  found: readonly Located[],
  hasMore: boolean,
  rest: () => Promise<void>,
): Promise<PlacesOnMap> {
  const groups = new Map<string, PlaceGroup>()
  const groupOfEach: PlaceGroup[] = []
  for (const [index, where] of found.entries()) {
    if (index % pieceSize === 0) await rest()
    const key = keyOf(where)
    const { town, country } = where.place
    const { latitude, longitude } = where.centre
    const group = groups.get(key) ?? { town, country, latitude, longitude, count: 0 }
    if (group.count++ === 0) groups.set(key, group)
    groupOfEach.push(group)
  }
  const sorted = [...groups.values()].sort((one, other) => other.count - one.count)
  const indexes = new Map(sorted.map((group, index) => [group, index]))
  const points: PlacePoint[] = []
  for (const [index, { id, fileName, title, alt, place }] of found.entries()) {
    if (index % pieceSize === 0) await rest()
    const { latitude, longitude } = place
    const group = indexes.get(groupOfEach[index]!)!
    points.push({ id, fileName, title, alt, latitude, longitude, group })
  }
  return { total: found.length, hasMore, groups: sorted, points }
}

/** Towns with the same name are separate groups; all places far from any town are one group. */
const keyOf = ({ place, centre }: ShownPlace): string =>
  place.town === null ? '' : `${centre.latitude} ${centre.longitude}`
