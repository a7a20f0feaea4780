import type { Context, TypedResponse } from 'hono'
import { AppError } from '../contract/app-error.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Env } from './env.ts'
import type { RateLimit } from './rate-limit.ts'

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
        if (!(error instanceof AppError)) console.error('A list was cut short:', error)
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

/** Some items of a long list, and where the next ones begin; undefined at its end. */
export type Part<T> = { readonly items: readonly T[]; readonly next: number | undefined }

/**
 * Answers an array: what fits one part at once, a longer one part by part, as a whole list. `read`
 * is told who is asking by then. @throws AppError 429 where this address had too many whole lists.
 */
export function answerInParts<T>(
  c: Context<Env>,
  read: (viewer: Viewer, from: number) => Part<T>,
  wholeLists: RateLimit,
): Response & TypedResponse<{ data: T[] }, 200, 'json'> {
  type Answer = Response & TypedResponse<{ data: T[] }, 200, 'json'>
  const first = read(c.get('viewer'), 0)
  if (first.next === undefined) return c.json({ data: first.items }) as unknown as Answer
  wholeLists.use(c.get('clientAddress'))
  function* pieces() {
    yield '{"data":['
    let separator = ''
    for (let part = first; ; part = read(c.get('viewerNow')(), part.next)) {
      if (part.items.length > 0) {
        yield separator + part.items.map((item) => JSON.stringify(item)).join(',')
        separator = ','
      }
      if (part.next === undefined) break
    }
    yield ']}'
  }
  return streamedJson(c, pieces()) as Answer
}
