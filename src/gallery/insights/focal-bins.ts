import { comparedNumber, type NumberClass } from '../../contract/search/number-classes.ts'

const maxBins = 24
/** Beyond this, equal steps would lump everything at the wide end. */
const maxZoom = 6
const widths = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100]

/**
 * Equal steps over the focal lengths of one lens, or of a camera with similar ones. Undefined if
 * they are too far apart: then the usual classes, which grow with the length, show more.
 */
export function focalBins(lengths: readonly number[]): NumberClass[] | undefined {
  const known = lengths.map((length) => comparedNumber('focal', length)).filter((mm) => mm > 0)
  if (known.length === 0) return undefined
  const min = Math.min(...known)
  const max = Math.max(...known)
  if (min === max) return [{ value: String(min), label: `${min} mm` }]
  if (max / min > maxZoom) return undefined
  const stepOf = (length: number, width: number) => Math.floor(length / width + 1e-9)
  const countOf = (width: number) => stepOf(max, width) - stepOf(min, width) + 1
  const isWhole = known.every(Number.isInteger)
  const width = widths.find((width) => (width >= 1 || !isWhole) && countOf(width) <= maxBins)
  if (width === undefined) return undefined
  const first = stepOf(min, width)
  return Array.from({ length: countOf(width) }, (_, index) =>
    binOf(tenth((first + index) * width), tenth((first + index + 1) * width), isWhole ? 1 : 0.1),
  )
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** `step` is the difference between two lengths that can be told apart. */
function binOf(from: number, to: number, step: number): NumberClass {
  const last = tenth(to - step)
  return {
    value: `${from}..<${to}`,
    label: last === from ? `${from} mm` : `${from}–${last} mm`,
  }
}
