import { BucketError } from './bucket-error.ts'

export type ObjectBody = {
  /** The size of the body, which is shorter than the object if a range was requested. */
  readonly size: number
  /** The md5 of the whole object, in hexadecimal; undefined if the ETag is not one. */
  readonly md5: string | undefined
  readonly body: ReadableStream<Uint8Array>
}

type Rules = {
  readonly bucket: string
  /** The length that the response announced; an error's may be unknown. */
  readonly size: number | undefined
  readonly idleMs: number
  /** Ends the request. */
  readonly abort: () => void
  readonly signal: AbortSignal | undefined
}

/**
 * The body of a response, which fails if it stops, breaks off or is longer than announced. The
 * deadline runs only while the consumer waits.
 */
export function watchedBody(
  body: ReadableStream<Uint8Array> | null,
  { bucket, size, idleMs, abort, signal }: Rules,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader()
  let seen = 0
  const next = async () => {
    if (!reader) return undefined
    const idle = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      abort()
      idle.reject(stopped(bucket, `sent nothing for ${idleMs / 1000} s`))
    }, idleMs)
    try {
      const { value } = await Promise.race([reader.read(), idle.promise])
      return value
    } catch (error) {
      signal?.throwIfAborted()
      throw error instanceof BucketError ? error : stopped(bucket, 'lost the connection')
    } finally {
      clearTimeout(timer)
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const chunk = await next()
        seen += chunk?.byteLength ?? 0
        if (size !== undefined && (chunk ? seen > size : seen < size)) {
          abort()
          throw stopped(bucket, `sent ${seen} of ${size} bytes`)
        }
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
      cancel: () => abort(),
    },
    { highWaterMark: 0 },
  )
}

const stopped = (bucket: string, what: string) =>
  new BucketError('unavailable', `The bucket “${bucket}” ${what} during a download.`)
