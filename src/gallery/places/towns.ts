import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { distance, type Point } from '../../contract/places/distance.ts'
import packed from './towns.bin' with { type: 'file' }

export type Town = Point & {
  readonly name: string
  /** ISO 3166, two letters. */
  readonly country: string
  /** How far the town extends around its centre, guessed from its population, in metres. */
  readonly radius: number
}

/** Towns by cells of one degree, row by row from the south; written by scripts/places/towns.ts. */
type Towns = {
  readonly count: number
  /** The first town of each cell, and at the end the number of towns. */
  readonly starts: Uint16Array
  /** Hundredths of a degree from the cell's corner. */
  readonly north: Uint8Array
  readonly east: Uint8Array
  readonly countries: Uint8Array
  /** Population in powers of two, from 1000. */
  readonly sizes: Uint8Array
  /** Where each name starts in `names`, and where the last one ends. */
  readonly nameStarts: Uint32Array
  readonly names: Uint8Array
}

const rows = 180
const columns = 360
/** No town extends further, in metres. */
const maxRadius = 20_000
/**
 * In metres from the edge of a town. Most places have a town nearby; beyond the second distance,
 * none is named.
 */
const reaches = [10_000, 80_000] as const
const metresPerDegree = 111_000
/** A little less than a degree of latitude on the sphere of `distance`, 111,195 m. */
const minMetresPerDegree = 111_194

let loaded: Towns | undefined

/**
 * The nearest of 47,000 towns within 80 km, from the edge and not the centre: otherwise much of a
 * city would belong to its suburbs. They take 1.5 MB of memory from the first call on.
 */
export function nearestTown(point: Point): Town | undefined {
  loaded ??= read(brotliDecompressSync(readFileSync(packed)))
  for (const reach of reaches) {
    const found = nearestWithin(loaded, point, reach)
    if (found !== undefined) return townAt(loaded, found)
  }
  return undefined
}

/** Every town, to compare with. */
export function allTowns(): Town[] {
  loaded ??= read(brotliDecompressSync(readFileSync(packed)))
  const towns = loaded
  return Array.from({ length: towns.count }, (_, index) => townAt(towns, index))
}

function nearestWithin(towns: Towns, point: Point, reach: number): number | undefined {
  let nearest: number | undefined
  let shortest = reach
  const northward = (reach + maxRadius) / metresPerDegree
  const first = Math.max(0, Math.floor(point.latitude + 90 - northward))
  const last = Math.min(rows - 1, Math.floor(point.latitude + 90 + northward))
  for (let row = first; row <= last; row++) {
    for (const column of columnsAround(point, northward)) {
      const cell = row * columns + column
      const end = towns.starts[cell + 1]!
      for (let index = towns.starts[cell]!; index < end; index++) {
        const radius = radiusOf(towns.sizes[index]!)
        // The distance is never shorter than its northward part, which excludes most of them.
        const northOf = Math.abs(latitudeOf(towns, row, index) - point.latitude)
        if (northOf * minMetresPerDegree - radius > shortest) continue
        const away = distance(point, positionAt(towns, cell, index)) - radius
        if (away > shortest) continue
        shortest = away
        nearest = index
      }
    }
  }
  return nearest
}

/** The columns that a circle of this size in degrees can reach; near a pole, all of them. */
function columnsAround({ latitude, longitude }: Point, degrees: number): number[] {
  const highest = Math.abs(latitude) + degrees
  const eastward = highest >= 90 ? columns : degrees / Math.cos((highest * Math.PI) / 180)
  if (eastward >= columns / 2 - 1) return Array.from({ length: columns }, (_, column) => column)
  const first = Math.floor(longitude + 180 - eastward)
  const last = Math.floor(longitude + 180 + eastward)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index + columns) % columns)
}

/** That of Paris is 6 km, of a town of 5,000 people 300 m. */
const radiusOf = (size: number): number => radii[size] ?? maxRadius

const radii = Array.from({ length: 32 }, (_, size) => Math.min(maxRadius, 140 * Math.SQRT2 ** size))

const positionAt = (towns: Towns, cell: number, index: number): Point => ({
  latitude: latitudeOf(towns, Math.floor(cell / columns), index),
  longitude: rounded((cell % columns) - 180 + towns.east[index]! / 100),
})

const latitudeOf = ({ north }: Towns, row: number, index: number): number =>
  rounded(row - 90 + north[index]! / 100)

const rounded = (degrees: number) => Math.round(degrees * 100) / 100

const decoder = new TextDecoder()

function townAt(towns: Towns, index: number): Town {
  const { names, nameStarts, countries, sizes } = towns
  const name = decoder.decode(names.subarray(nameStarts[index], nameStarts[index + 1]! - 1))
  const country = String.fromCharCode(countries[index * 2]!, countries[index * 2 + 1]!)
  const radius = radiusOf(sizes[index]!)
  return { name, country, radius, ...positionAt(towns, cellOf(towns, index), index) }
}

/** The cell of a town: the last one that does not start after it. */
function cellOf({ starts }: Towns, index: number): number {
  let low = 0
  let high = rows * columns - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= index) low = middle
    else high = middle - 1
  }
  return low
}

/** The number of towns; for each the steps of its cell, north, east, size and country; the names. */
function read(bytes: Uint8Array): Towns {
  const count = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  let at = 4
  const take = (length: number) => {
    at += length
    return bytes.slice(at - length, at)
  }
  const starts = new Uint16Array(rows * columns + 1).fill(count)
  let filled = 0
  for (let index = 0, cell = 0; index < count; index++) {
    let step = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      step |= (byte & 127) << shift
      if (byte < 128) break
    }
    cell += step
    while (filled <= cell) starts[filled++] = index
  }
  const north = take(count)
  const east = take(count)
  const sizes = take(count)
  const countries = take(count * 2)
  const names = bytes.slice(at)
  const nameStarts = new Uint32Array(count + 1)
  let town = 1
  names.forEach((byte, place) => {
    if (byte === 10) nameStarts[town++] = place + 1
  })
  return { count, starts, north, east, sizes, countries, nameStarts, names }
}
