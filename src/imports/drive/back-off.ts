/** A job's attempts: with 7 pauses of at most 64 s in total, unless Google asks for longer ones. */
export const maxTries = 8
const firstMs = 500
const longestMs = 32_000

/**
 * In ms: doubled each time up to `mostMs` and randomly shortened by up to half, so that clients
 * rejected together do not retry together; never shorter than Google asks for.
 */
export function backOffMs(
  failures: number,
  { retryAfterMs = 0, mostMs = longestMs, random = Math.random() } = {},
): number {
  const ms = Math.min(mostMs, firstMs * 2 ** (failures - 1))
  return Math.max(Math.round(ms * (0.5 + random / 2)), retryAfterMs)
}
