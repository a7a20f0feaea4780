/** The longest wait, in ms: later dates would not be valid. */
const longestMs = 365 * 86_400_000

/**
 * How long a Retry-After header asks to wait, in ms: it contains seconds or a date, which is
 * compared with the server's own clock if the response contains it.
 */
export function retryAfterMs(headers: Headers | undefined, now = Date.now()): number {
  const text = headers?.get?.('retry-after')?.trim() ?? ''
  const sent = Date.parse(headers?.get?.('date') ?? '')
  const ms = /^\d+$/.test(text)
    ? 1000 * Number(text)
    : Date.parse(text) - (Number.isNaN(sent) ? now : sent)
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestMs)
}
