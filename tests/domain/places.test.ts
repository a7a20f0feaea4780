// Distances, zones and the nearest town, also at the poles and across the antimeridian.
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { distance, isInside, type Point } from '../../src/contract/places/distance.ts'
import { allTowns, nearestTown } from '../../src/gallery/places/towns.ts'

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const halfway = Math.PI * 6_371_008.8

/** The point at a distance in metres and a direction in radians. */
function moved({ latitude, longitude }: Point, metres: number, direction: number): Point {
  const rad = Math.PI / 180
  const [north, away] = [latitude * rad, metres / 6_371_008.8]
  const sine =
    Math.sin(north) * Math.cos(away) + Math.cos(north) * Math.sin(away) * Math.cos(direction)
  const end = Math.asin(Math.max(-1, Math.min(1, sine)))
  const east = Math.atan2(
    Math.sin(direction) * Math.sin(away) * Math.cos(north),
    Math.cos(away) - Math.sin(north) * sine,
  )
  const wrapped = ((longitude + east / rad + 540) % 360) - 180
  return { latitude: end / rad, longitude: wrapped }
}

test('a distance is the same both ways, at most half the way around, and obeys the triangle', () => {
  fc.assert(
    fc.property(anywhere, anywhere, anywhere, (a, b, c) => {
      expect(distance(a, b)).toBeCloseTo(distance(b, a), 3)
      expect(distance(a, b)).toBeLessThanOrEqual(halfway + 0.01)
      expect(distance(a, a)).toBe(0)
      expect(distance(a, c)).toBeLessThanOrEqual(distance(a, b) + distance(b, c) + 1)
    }),
  )
})

test('a zone contains every point nearer than its radius and none beyond', () => {
  fc.assert(
    fc.property(
      anywhere,
      fc.integer({ min: 50, max: 100_000 }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (centre, radius, direction) => {
        const zone = { ...centre, radius }
        expect(isInside(zone, moved(centre, radius * 0.999 - 0.5, direction))).toBe(true)
        expect(isInside(zone, moved(centre, radius * 1.001 + 0.5, direction))).toBe(false)
      },
    ),
  )
})

test('a zone reaches across the antimeridian and around a pole', () => {
  const fiji = { latitude: -16.8, longitude: 179.999, radius: 1000 }
  expect(isInside(fiji, { latitude: -16.8, longitude: -179.999 })).toBe(true)
  expect(isInside(fiji, { latitude: -16.8, longitude: -179.98 })).toBe(false)
  const pole = { latitude: 89.999, longitude: 0, radius: 1000 }
  expect(isInside(pole, { latitude: 89.999, longitude: 180 })).toBe(true)
})

test('the nearest town is the one that a comparison with every town finds', () => {
  const towns = allTowns()
  expect(towns.length).toBeGreaterThan(40_000)
  const nearTown = fc
    .tuple(fc.nat(towns.length - 1), fc.nat(60_000), fc.double({ min: 0, max: 6, noNaN: true }))
    .map(([index, metres, direction]) => moved(towns[index]!, metres, direction))
  fc.assert(
    fc.property(fc.oneof(nearTown, anywhere), (point) => {
      let nearest = Number.POSITIVE_INFINITY
      for (const town of towns) nearest = Math.min(nearest, distance(point, town) - town.radius)
      const found = nearestTown(point)
      if (nearest > 80_000) expect(found).toBeUndefined()
      else expect(distance(point, found!) - found!.radius).toBeCloseTo(nearest, 3)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['the Eiffel Tower', 48.85837, 2.29448, 'Paris', 'FR'],
  ['Westminster', 51.4995, -0.1248, 'London', 'GB'],
  ['Þingvellir', 64.2559, -21.1295, 'Mosfellsbær', 'IS'],
  ['a Fijian beyond the antimeridian', -16.43, -179.99, 'Labasa', 'FJ'],
] as const)('the place %s has its town', (_, latitude, longitude, name, country) => {
  expect(nearestTown({ latitude, longitude })).toMatchObject({ name, country })
})

test('a place far from any town has none', () => {
  expect(nearestTown({ latitude: 90, longitude: 0 })).toBeUndefined()
  expect(nearestTown({ latitude: 0, longitude: -30 })).toBeUndefined()
})
