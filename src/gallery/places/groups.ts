import type { Point } from '../../contract/places/distance.ts'
import type { Place, PlaceGroup, PlacePoint, Places } from '../../contract/places/places.ts'

/** What a viewer may know of a place; the centre is that of its town, or else its own. */
export type ShownPlace = { readonly place: Place; readonly centre: Point }
export type Located = Pick<PlacePoint, 'id' | 'fileName' | 'title' | 'alt'> & ShownPlace

export type PlacesOnMap = Omit<Places, 'hasTiles'>

/** The photos by town, those of the towns with most photos first. */
export function grouped(found: readonly Located[], hasMore: boolean): PlacesOnMap {
  const groups = new Map<string, PlaceGroup>()
  // Towns of the same name are told apart, and all places far from any town are one group.
  const keyOf = ({ place, centre }: ShownPlace) =>
    place.town === null ? '' : `${centre.latitude} ${centre.longitude}`
  const groupOfEach = found.map((where) => {
    const key = keyOf(where)
    const { town, country } = where.place
    const { latitude, longitude } = where.centre
    const group = groups.get(key) ?? { town, country, latitude, longitude, count: 0 }
    if (group.count++ === 0) groups.set(key, group)
    return group
  })
  const sorted = [...groups.values()].sort((one, other) => other.count - one.count)
  const indexes = new Map(sorted.map((group, index) => [group, index]))
  return {
    total: found.length,
    hasMore,
    groups: sorted,
    points: found.map(({ id, fileName, title, alt, place }, index) => ({
      id,
      fileName,
      title,
      alt,
      latitude: place.latitude,
      longitude: place.longitude,
      group: indexes.get(groupOfEach[index]!)!,
    })),
  }
}
