import type { Fraction } from './exifr-segments.ts'

// Shutters, even electronic ones, stay between a microsecond and a day.
const longestSeconds = 86_400
const shortestSeconds = 1e-6

// Where cameras change from '1/3' to '0.3"'; EXIF viewers draw the line just above a quarter.
const firstDecimalSeconds = 0.25

/**
 * As cameras display it: '1/250', '1/3', '0.4', '2.5', '30'. Fractions that reduce to 1/n stay,
 * other short times become the nearest 1/n, longer ones a decimal. Null for impossible times.
 */
export function formatExposure({ numerator, denominator }: Fraction): string | null {
  const seconds = numerator / denominator
  if (!(seconds >= shortestSeconds && seconds <= longestSeconds)) return null
  const inverse = denominator / numerator
  if (seconds < 1 && Number.isInteger(inverse)) return `1/${inverse}`
  if (seconds <= firstDecimalSeconds) return `1/${Math.round(inverse)}`
  return seconds.toFixed(1).replace('.0', '')
}

/** The exposure time for an APEX shutter speed value, t = 2^-Tv (EXIF 2.32, annex C). */
export function exposureFromApex(value: Fraction): Fraction {
  return { numerator: 2 ** -(value.numerator / value.denominator), denominator: 1 }
}
