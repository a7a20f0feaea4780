import type { Context } from 'hono'
import { AppError } from '../contract/app-error.ts'
import type { Env } from './env.ts'

/**
 * A JSON answer that is written piece by piece as the client takes it, with a turn of the event loop
 * for everybody else between two pieces. A piece that throws (404: the caller may see the rest no
 * longer) cuts the connection before the answer's end, so that the client knows it is incomplete.
 */
export function streamedJson(c: Context<Env>, pieces: Iterator<string, void>): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setImmediate(resolve))
      try {
        const { value, done } = pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        if (!(error instanceof AppError)) console.error('Could not send a whole list:', error)
        // Without a reason: Bun prints any other.
        controller.error()
      }
    },
  })
  return c.body(body, 200, {
    'Content-Type': 'application/json',
    // No proxy holds it back, and no cache of ours keeps it.
    'X-Accel-Buffering': 'no',
  })
}
