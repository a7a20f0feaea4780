import type { Context } from 'hono'
import { letOthersGo } from '../core/concurrency/turns.ts'
import { AppError } from '../core/errors.ts'
import { stackOf, warn } from '../core/log.ts'
import type { Env } from './env.ts'

/** A text of up to this length in characters, and this number of pieces, is not streamed. */
const maxWholeLength = 16 * 2 ** 10
const maxWholePieces = 4

export const streamedJson = (c: Context<Env>, pieces: Iterator<string, void>): Response =>
  streamedText(c, pieces, 'application/json')

/**
 * Writes a response piece by piece as the client reads it, letting others have their turns between
 * pieces. If a piece throws (404: the caller has lost access), the connection is closed early, so
 * that the client knows the response is incomplete.
 */
export function streamedText(
  c: Context<Env>,
  pieces: Iterator<string, void>,
  type: string,
): Response {
  const encoder = new TextEncoder()
  // An error in the first pieces can still be answered with its own status.
  const first = takePieces(pieces)
  const headers = {
    'Content-Type': type,
    // Proxies do not buffer it and our cache does not store it.
    'X-Accel-Buffering': 'no',
  }
  // A short text is sent whole: a stream is never answered before the client's next request.
  if (first.at(-1)?.done) {
    const whole = encoder.encode(first.map(({ value }) => value ?? '').join(''))
    return c.body(whole, 200, { ...headers, 'Content-Length': String(whole.length) })
  }
  const onEnd = c.get('onStream')?.()
  let sent = 0
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await letOthersGo()
      if (isCancelled) return
      try {
        const { value, done } = first.shift() ?? pieces.next()
        if (done) {
          controller.close()
          onEnd?.(sent, true)
          return
        }
        const bytes = encoder.encode(value)
        sent += bytes.length
        controller.enqueue(bytes)
      } catch (error) {
        if (!(error instanceof AppError) && !c.get('noteDamage')?.(error)) {
          warn(`Could not finish sending a list: ${stackOf(error)}`)
        }
        // Without an argument, because Bun would print it.
        controller.error()
        onEnd?.(sent, false)
      }
    },
    cancel: () => {
      isCancelled = true
      onEnd?.(sent, false)
    },
  })
  return c.body(body, 200, headers)
}

/** Takes the first two pieces, and all pieces of a short text. */
function takePieces(pieces: Iterator<string, void>): IteratorResult<string, void>[] {
  const taken: IteratorResult<string, void>[] = []
  let length = 0
  while (taken.length < 2 || (length < maxWholeLength && taken.length < maxWholePieces)) {
    const piece = pieces.next()
    taken.push(piece)
    if (piece.done) break
    length += piece.value.length
  }
  return taken
}
