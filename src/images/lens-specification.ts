import type { Fraction } from './exifr-segments.ts'

// Well above any existing lens.
const maxMillimetres = 60_000
const maxFNumber = 1000

/**
 * '18–200 mm f/3.5–6.3' for EXIF's LensSpecification: shortest and longest focal length, and the
 * widest aperture at each; 0 and 0/0 are unknown. Null without a focal length.
 */
export function lensOfSpecification(values: readonly (Fraction | undefined)[]): string | null {
  const [shortest, longest] = values.slice(0, 2).map((value) => known(value, maxMillimetres))
  const lengths = range(shortest, longest)
  if (lengths === null) return null
  const [atShortest, atLongest] = values.slice(2, 4).map((value) => known(value, maxFNumber))
  const apertures = range(atShortest, atLongest)
  return apertures === null ? `${lengths} mm` : `${lengths} mm f/${apertures}`
}

const range = (first: number | null = null, last: number | null = null): string | null =>
  first !== null && last !== null && first !== last
    ? `${first}–${last}`
    : ((first ?? last)?.toString() ?? null)

/** To one decimal, as lenses are marked. */
function known(value: Fraction | undefined, limit: number): number | null {
  const number = value ? Math.round((10 * value.numerator) / value.denominator) / 10 : 0
  return number > 0 && number <= limit ? number : null
}
