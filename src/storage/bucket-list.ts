import type { S3ListObjectsResponse } from 'bun'
import { listedFrom } from '../core/config/bucket-address.ts'
import { BucketError, bucketError } from './bucket-error.ts'
import type { Requests } from './bucket-requests.ts'
import { md5OfETag } from './etag.ts'

export type ListedObject = {
  readonly key: string
  readonly size: number
  /**
   * In a bucket encrypted with KMS this is not the md5 of the content, and a listing does not show
   * that: call head() before treating a difference as damage.
   */
  readonly md5: string | undefined
}

/**
 * All objects whose keys start with the prefix, page by page. fetch cannot list, because
 * Bun's presign does not sign a query; its own list() has no deadline, so it is raced.
 */
export async function* listObjects(
  { address, client, deadlines }: Requests,
  prefix: string,
  signal?: AbortSignal,
): AsyncGenerator<ListedObject> {
  const base = listedFrom(address)
  let continuationToken: string | undefined
  do {
    const page: S3ListObjectsResponse = await inTime(
      client.list({
        prefix: base + prefix,
        encodingType: 'url',
        ...(continuationToken ? { continuationToken } : {}),
      }),
      address.bucket,
      deadlines.answer,
      signal,
    )
    const decode = page.encodingType === 'url' ? decodeKey : (key: string) => key
    for (const { key, size = 0, eTag } of page.contents ?? []) {
      const whole = decode(key)
      if (!whole.startsWith(base + prefix)) continue
      yield { key: whole.slice(base.length), size, md5: md5OfETag(eTag) }
    }
    continuationToken = page.isTruncated ? page.nextContinuationToken : undefined
  } while (continuationToken)
}

/** Amazon encodes a space as a plus sign. */
const decodeKey = (key: string) => decodeURIComponent(key.replaceAll('+', '%20'))

async function inTime<T>(
  asked: Promise<T>,
  bucket: string,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const limit = AbortSignal.timeout(limitMs)
  const ending = signal ? AbortSignal.any([signal, limit]) : limit
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(ending.reason)
  ending.addEventListener('abort', end)
  try {
    if (ending.aborted) end()
    return await Promise.race([asked, ended.promise])
  } catch (error) {
    signal?.throwIfAborted()
    if (limit.aborted) {
      const text = `The bucket “${bucket}” did not list its objects within ${limitMs} ms.`
      throw new BucketError('unavailable', text)
    }
    const { code = '' } = error as { code?: string }
    throw bucketError(bucket, { code })
  } finally {
    ending.removeEventListener('abort', end)
  }
}
