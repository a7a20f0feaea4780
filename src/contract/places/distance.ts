/** Degrees, north and east positive. */
export type Point = { readonly latitude: number; readonly longitude: number }

const earthRadius = 6_371_008.8
const radians = Math.PI / 180

/** Along the surface, in metres. */
export function distance(one: Point, other: Point): number {
  const north = Math.sin(((other.latitude - one.latitude) * radians) / 2)
  const east = Math.sin(((other.longitude - one.longitude) * radians) / 2)
  const shrunk = Math.cos(one.latitude * radians) * Math.cos(other.latitude * radians)
  const half = north * north + shrunk * east * east
  return 2 * earthRadius * Math.asin(Math.sqrt(Math.min(1, half)))
}

/** A circle on the surface; `radius` is in metres. */
export type Zone = Point & { readonly radius: number }

export const isInside = (zone: Zone, point: Point): boolean => distance(zone, point) <= zone.radius
