/**
 * Only the last part can have a fraction; programs that repeat a fraction in smaller units do not
 * say which is right. Whole degrees alone are up to 100 km away. 60 is a rounded 59.99….
 */
export function sexagesimal(
  whole: number,
  minutes: number | undefined,
  seconds: number | undefined,
): number {
  const isLast = (part: number, next: number | undefined) => !next || Number.isInteger(part)
  if (minutes === undefined) {
    return !Number.isInteger(whole) && !seconds ? whole : Number.NaN
  }
  // Some programs leave the minutes at 0 and write the whole rest as seconds.
  const mostSeconds = minutes === 0 ? 3600 : 60
  if (!(minutes >= 0 && minutes <= 60)) return Number.NaN
  if (!((seconds ?? 0) >= 0 && (seconds ?? 0) <= mostSeconds)) return Number.NaN
  if (!isLast(whole, minutes || seconds) || !isLast(minutes, seconds)) return Number.NaN
  return whole + minutes / 60 + (seconds ?? 0) / 3600
}

/** A negative number beside a reference to the other hemisphere contradicts itself. */
export function signed(value: number, ref: string, positive: string, negative: string): number {
  const direction = ref.trim().charAt(0).toUpperCase()
  if (direction === positive) return value >= 0 ? value : Number.NaN
  if (direction !== negative) return Number.NaN
  return value === 0 ? 0 : -Math.abs(value)
}
