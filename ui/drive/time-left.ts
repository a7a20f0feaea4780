/** How many files were through at a moment; `atMs` of a clock that is never set. */
export type Sample = { readonly atMs: number; readonly through: number }

/** Before that a pace is chance. */
const leastSeconds = 5
const leastFiles = 3

/**
 * Seconds until all is through, by the pace since `first`. A file that takes long makes it longer,
 * not silent; undefined until enough has been seen.
 */
export function secondsLeft(first: Sample, now: Sample, total: number): number | undefined {
  const seconds = (now.atMs - first.atMs) / 1000
  const files = now.through - first.through
  const isTold = seconds >= leastSeconds && files >= leastFiles && total > now.through
  return isTold ? ((total - now.through) * seconds) / files : undefined
}
