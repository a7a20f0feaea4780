import type { Context } from 'hono'
import { AppError } from '../core/errors.ts'
import { stackOf, warn } from '../core/log.ts'
import type { Env } from './env.ts'

/** Proxies do not buffer it. */
const unbuffered = { 'X-Accel-Buffering': 'no' }

/**
 * Sends a stream as fast as the client reads it, and cancels it when the client disconnects. It is
 * opened when the client begins to read. If the stream fails (404: the caller has lost access), the
 * connection is closed early, so that the client knows the response is incomplete.
 */
export function streamedBytes(
  c: Context<Env>,
  open: () => ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Response {
  const onEnd = c.get('onStream')?.()
  const { signal } = c.req.raw
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  let sent = 0
  let hasEnded = false
  const end = (isWhole: boolean) => {
    if (hasEnded) return
    hasEnded = true
    signal.removeEventListener('abort', leave)
    onEnd?.(sent, isWhole)
  }
  const leave = async () => {
    end(false)
    // The source rejects with what it is cancelled with.
    await reader?.cancel().catch(() => undefined)
  }
  // Bun does not always cancel the stream of a client that disconnects.
  signal.addEventListener('abort', leave)
  if (signal.aborted) void leave()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (hasEnded) return
    try {
      reader ??= open().getReader()
      const { value, done } = await reader.read()
      // The client disconnected while this part was read.
      if (hasEnded) return
      if (done) {
        controller.close()
        end(true)
        return
      }
      sent += value.length
      controller.enqueue(value)
    } catch (error) {
      // The files were closed while one was being read.
      if (hasEnded) return
      if (!(error instanceof AppError) && !c.get('noteDamage')?.(error))
        warn(`Could not finish a download: ${stackOf(error)}`)
      // Without an argument, because Bun would print it.
      controller.error()
      end(false)
    }
  }
  const body = new ReadableStream<Uint8Array>({ pull, cancel: leave }, { highWaterMark: 0 })
  return c.body(body, 200, { ...headers, ...unbuffered })
}

/** The response to HEAD where GET sends a stream, without opening the stream. */
export const streamedHead = (headers: Record<string, string>): Response =>
  new Response(null, { headers: { ...headers, ...unbuffered } })
