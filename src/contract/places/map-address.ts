import type { PlaceGroup } from './places.ts'

/** The most photos listed for one town; the map shows them all. */
export const maxListedPhotos = 120
/** The most towns that a page lists before all are requested. */
export const maxListedTowns = 200

type Centre = Pick<PlaceGroup, 'latitude' | 'longitude'>

/** The name of a town in an address. */
const atOf = ({ latitude, longitude }: Centre): string => `${latitude},${longitude}`

/** The index of the town that an address names; undefined if it is not on the map. */
export function groupAt(groups: readonly Centre[], at: string | null): number | undefined {
  const index = groups.findIndex((group) => atOf(group) === at)
  return index < 0 ? undefined : index
}

export function mapPath(album?: string, at?: Centre): string {
  const query = new URLSearchParams({ ...(album && { album }), ...(at && { at: atOf(at) }) })
  return query.size > 0 ? `/map?${query}` : '/map'
}
