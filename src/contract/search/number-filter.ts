/** Numbers that a filter accepts. A missing bound is null; `isAbove` and `isBelow` exclude it. */
export type NumberRange = {
  readonly min: number | null
  readonly max: number | null
  readonly isAbove?: boolean
  readonly isBelow?: boolean
}

const number = String.raw`(?:\d{1,7}(?:\.\d{1,6})?|\d{1,5}/\d{1,6})`
const range = new RegExp(`^(${number})?\\.\\.(?:(<)?(${number}))?$`)
const compared = new RegExp(`^(<=?|>=?)(${number})$`)
const single = new RegExp(`^${number}$`)

/**
 * Reads '50', '24..35', '24..<35', '3200..', '..2', '<2', '<=2', '>3200', '>=3200' and, for exposure
 * times, '1/250' in place of a number. Undefined for anything else.
 */
export function parseRange(text: string): NumberRange | undefined {
  if (single.test(text)) return bounded(numberOf(text), numberOf(text))
  const comparison = compared.exec(text)
  if (comparison) {
    const [, sign = '', bound = ''] = comparison
    const value = numberOf(bound)
    if (sign.startsWith('<')) return bounded(null, value, sign === '<' ? { isBelow: true } : {})
    return bounded(value, null, sign === '>' ? { isAbove: true } : {})
  }
  const [, min, isBelow, max] = range.exec(text) ?? []
  if (min === undefined && max === undefined) return undefined
  return bounded(
    min === undefined ? null : numberOf(min),
    max === undefined ? null : numberOf(max),
    isBelow ? { isBelow: true } : {},
  )
}

function bounded(
  min: number | null,
  max: number | null,
  open: Pick<NumberRange, 'isAbove' | 'isBelow'> = {},
): NumberRange | undefined {
  const isNumber = (bound: number | null) => bound === null || Number.isFinite(bound)
  return isNumber(min) && isNumber(max) ? { min, max, ...open } : undefined
}

function numberOf(text: string): number {
  const [over = '', under = '1'] = text.split('/')
  return Number(over) / Number(under)
}

/** How the numbers of a key are compared. */
export type Comparison = {
  /** The share of a value by which a bound may miss it. */
  readonly tolerance?: number
  /** Whether a range with reversed bounds goes round: 22..4 of hours. Otherwise it is empty. */
  readonly isCircular?: boolean
}

export function isInRange(
  value: number,
  { min, max, isAbove, isBelow }: NumberRange,
  { tolerance = 0, isCircular = false }: Comparison = {},
): boolean {
  const slack = value * tolerance
  const reachesMin = min === null || (isAbove ? value - slack > min : value + slack >= min)
  const reachesMax = max === null || (isBelow ? value + slack < max : value - slack <= max)
  return isCircular && min !== null && max !== null && min > max
    ? reachesMin || reachesMax
    : reachesMin && reachesMax
}
