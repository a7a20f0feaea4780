import { stat } from 'node:fs/promises'
import { CryptoHasher, file } from 'bun'
import type { ObjectBody } from './bucket-body.ts'
import { BucketError } from './bucket-error.ts'
import { type ListedObject, listObjects } from './bucket-list.ts'
import {
  type Answer,
  type BucketOptions,
  createRequests,
  LostAnswer,
  type Requests,
} from './bucket-requests.ts'
import { downloadTo, type ExpectedObject } from './download-to.ts'
import { md5OfHeaders } from './etag.ts'

/** `md5` is hexadecimal, and undefined if the ETag is not an md5 (multipart, KMS). */
export type StoredObject = { readonly size: number; readonly md5: string | undefined }

type ReadOptions = {
  /** First and last byte, both included. */
  readonly range?: readonly [number, number]
  readonly signal?: AbortSignal | undefined
}

/**
 * An S3 bucket. Keys are relative to its prefix. Every request has a deadline; all methods throw
 * BucketError, or the reason of an aborted signal.
 */
export type Bucket = {
  /**
   * Creates an object and never replaces one. 'exists' means that the same content was there
   * already, or that it was stored although the answer was lost. After 'unavailable' the object may
   * still appear: a server can finish what it received.
   */
  create(
    key: string,
    source: { path: string } | { bytes: Uint8Array<ArrayBuffer> },
    expected: ExpectedObject,
    type: string,
    signal?: AbortSignal,
  ): Promise<'created' | 'exists'>
  head(key: string, signal?: AbortSignal): Promise<StoredObject | undefined>
  /** Undefined if there is no such object. */
  read(key: string, options?: ReadOptions): Promise<ObjectBody | undefined>
  /**
   * Downloads to a new file, which is not synced; false if there is no such object. Nothing is left
   * on failure, including content other than expected or than the ETag says.
   */
  download(
    key: string,
    path: string,
    expected?: Partial<ExpectedObject>,
    signal?: AbortSignal,
  ): Promise<boolean>
  /** Also succeeds if there is no such object. */
  remove(key: string, signal?: AbortSignal): Promise<void>
  /** All objects whose keys start with the prefix. */
  list(prefix: string, signal?: AbortSignal): AsyncGenerator<ListedObject>
}

/** The object may have been stored: a proxy lost the answer, or others were creating it too. */
const unclearStatuses = [409, 412, 500, 502, 504]

/** Nothing is requested until a method is called. */
export function openBucket(options: BucketOptions): Bucket {
  const requests = createRequests(options)
  const reader = createReader(requests)
  return {
    ...reader,
    create: createCreator(requests, reader),
    download: async (key, path, expected = {}, signal) => {
      const found = await reader.read(key, { signal })
      if (!found) return false
      const { size = found.size, md5 = found.md5 } = expected
      const isWhole = await downloadTo(path, found, { size, ...(md5 && { md5 }) })
      if (isWhole) return true
      if (size === found.size && md5 === found.md5) {
        throw new BucketError(
          'unavailable',
          `${nameOf(requests)} sent an object with other content.`,
        )
      }
      throw conflict(requests, 'has another object under this key')
    },
    remove: async (key, signal) => {
      const answer = await requests.send('DELETE', key, { signal })
      if (answer.response.ok) answer.abort()
      else await requireNoSuchKey(requests, answer)
    },
    list: (prefix, signal) => listObjects(requests, prefix, signal),
  }
}

type Reader = Pick<Bucket, 'head' | 'read'>

function createReader(requests: Requests): Reader {
  const { send, bodyOf, errorIn } = requests

  const sizeIn = (headers: Headers) => {
    const size = headers.get('Content-Length')
    if (size) return Number(size)
    throw new BucketError('refused', `${nameOf(requests)} does not report the size of its objects.`)
  }

  return {
    head: async (key, signal) => {
      const headAnswer = await send('HEAD', key, { signal })
      const { ok, status, headers } = headAnswer.response
      if (ok) return { size: sizeIn(headers), md5: md5OfHeaders(headers) }
      if (status >= 500) throw (await errorIn(headAnswer)).error
      // An answer to HEAD has no body, so that a missing bucket looks like a missing object.
      const answer = await send('GET', key, { headers: { Range: 'bytes=0-0' }, signal })
      if (!answer.response.ok) return requireNoSuchKey(requests, answer)
      answer.abort()
      // It was created in the meantime.
      const found = answer.response.headers
      const whole = /\/(\d+)$/.exec(found.get('Content-Range') ?? '')?.[1]
      return { size: whole ? Number(whole) : sizeIn(found), md5: md5OfHeaders(found) }
    },
    read: async (key, { range, signal } = {}) => {
      const headers: Record<string, string> = range
        ? { Range: `bytes=${range[0]}-${range[1]}` }
        : {}
      const answer = await send('GET', key, { headers, signal })
      const { response, abort } = answer
      if (!response.ok) return requireNoSuchKey(requests, answer)
      if (range && response.status !== 206) {
        abort()
        throw new BucketError('refused', `${nameOf(requests)} does not support range requests.`)
      }
      const size = sizeIn(response.headers)
      const md5 = md5OfHeaders(response.headers)
      return { size, md5, body: bodyOf(answer, size, signal) }
    },
  }
}

function createCreator(requests: Requests, reader: Reader): Bucket['create'] {
  /** Compares what the key has now; `failure` is why that was not certain. */
  const requireExisting = async (
    key: string,
    expected: ExpectedObject,
    failure: BucketError,
    signal?: AbortSignal,
  ): Promise<'exists'> => {
    const stored = await reader.head(key, signal).catch((error) => {
      throw failure.kind === 'unavailable' && error instanceof BucketError ? failure : error
    })
    if (!stored) {
      throw failure.kind === 'unavailable'
        ? failure
        : new BucketError(
            'unavailable',
            `${nameOf(requests)} could not create an object. Try again.`,
          )
    }
    const isSame =
      stored.size === expected.size &&
      (stored.md5 ?? (await md5OfObject(reader, key, signal))) === expected.md5.toLowerCase()
    if (!isSame) throw conflict(requests, 'has another object under this key')
    return 'exists'
  }

  return async (key, source, expected, type, signal) => {
    const bodySize = 'path' in source ? (await stat(source.path)).size : source.bytes.byteLength
    if (bodySize !== expected.size) {
      throw conflict(requests, 'was to store a file that differs from the expected one')
    }
    try {
      const answer = await requests.send('PUT', key, {
        // As a file rather than a stream, fetch would read it into memory for https.
        body: 'path' in source ? file(source.path).stream() : source.bytes,
        bodySize,
        headers: {
          'Content-Type': type,
          'Content-MD5': Buffer.from(expected.md5, 'hex').toString('base64'),
          'If-None-Match': '*',
        },
        signal,
      })
      if (answer.response.ok) {
        answer.abort()
        return 'created'
      }
      const { error } = await requests.errorIn(answer)
      if (!unclearStatuses.includes(answer.response.status)) throw error
      return await requireExisting(key, expected, error, signal)
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error
      return requireExisting(key, expected, error, signal)
    }
  }
}

/** The md5 of an object's content, for buckets that do not report it. */
export async function md5OfObject(
  bucket: Pick<Bucket, 'read'>,
  key: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const hash = new CryptoHasher('md5')
  for await (const chunk of (await bucket.read(key, { signal }))?.body ?? []) hash.update(chunk)
  return hash.digest('hex')
}

/** @throws BucketError unless the answer says that the bucket has no such object. */
async function requireNoSuchKey({ errorIn }: Requests, answer: Answer): Promise<undefined> {
  const { error, code } = await errorIn(answer)
  if (code !== 'NoSuchKey') throw error
}

const nameOf = ({ address }: Requests) => `The bucket “${address.bucket}”`

const conflict = (requests: Requests, what: string) =>
  new BucketError('conflict', `${nameOf(requests)} ${what}.`)
