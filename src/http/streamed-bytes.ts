import type { Context } from 'hono'
import { AppError } from '../contract/app-error.ts'
import { stackOf, warn } from '../log.ts'
import type { Env } from './env.ts'

/**
 * Sends a stream as fast as the client reads it, and cancels it when the client leaves. If the stream
 * fails (404: the caller has lost access), the connection is closed early, so that the client knows
 * the response is incomplete.
 */
export function streamedBytes(
  c: Context<Env>,
  stream: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Response {
  const onEnd = c.get('onStream')?.()
  const reader = stream.getReader()
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await reader.read()
        if (done) {
          controller.close()
          onEnd?.(sent, true)
          return
        }
        sent += value.length
        controller.enqueue(value)
      } catch (error) {
        if (!(error instanceof AppError) && !c.get('noteDamage')?.(error))
          warn(`Could not finish a download: ${stackOf(error)}`)
        // Without an argument, because Bun would print it.
        controller.error()
        onEnd?.(sent, false)
      }
    },
    cancel: async () => {
      onEnd?.(sent, false)
      // The source rejects with what it is cancelled with.
      await reader.cancel().catch(() => undefined)
    },
  })
  // Proxies do not buffer it.
  return c.body(body, 200, { ...headers, 'X-Accel-Buffering': 'no' })
}
