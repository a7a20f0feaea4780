import { S3Client } from 'bun'
import { type BucketAddress, fullKey } from '../core/config/bucket-address.ts'
import { watchedBody } from './bucket-body.ts'
import { BucketError, bucketError } from './bucket-error.ts'

type Deadlines = {
  /** Until the first byte of an answer. A healthy store takes milliseconds, a busy one seconds. */
  readonly answer: number
  /** Between two chunks of a body. */
  readonly idle: number
}

export type BucketOptions = {
  readonly address: BucketAddress
  /** An origin; without one, Amazon's in the region. */
  readonly endpoint?: string | undefined
  readonly region?: string | undefined
  readonly keyId: string
  readonly secret: string
  readonly deadlinesMs?: Partial<Deadlines>
}

export type Method = 'GET' | 'PUT' | 'HEAD' | 'DELETE'

type Request = {
  readonly headers?: Record<string, string>
  readonly body?: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>
  readonly bodySize?: number
  readonly signal?: AbortSignal | undefined
}

export type Answer = {
  readonly response: Response
  /** Releases the connection without reading the rest of the body. */
  readonly abort: () => void
}

export type Requests = ReturnType<typeof createRequests>

/** Amazon's oldest region; most other services accept it whatever they call theirs. */
const defaultRegion = 'us-east-1'
const defaultDeadlinesMs: Deadlines = { answer: 10_000, idle: 10_000 }
/** A slower uplink than 2 Mbit/s cannot be told from one that hangs. */
const slowestUploadBytesPerMs = (256 * 1024) / 1000
/** As far as S3 lets clocks differ: a shorter one fails on a computer that is a little slow. */
const signatureLifeS = 15 * 60
/** S3's errors have a few hundred bytes. */
const errorBytes = 64 * 1024

/** A request whose answer was lost: it may have been carried out. */
export class LostAnswer extends BucketError {}

/** Signs requests with Bun's client and sends them with fetch, each with a deadline. */
export function createRequests(options: BucketOptions) {
  const { address, keyId, secret, region = defaultRegion } = options
  const { bucket } = address
  const endpoint = options.endpoint ?? `https://s3.${region}.amazonaws.com`
  const deadlines = { ...defaultDeadlinesMs, ...options.deadlinesMs }
  // Everything is named: what is missing would come from AWS_… variables. Of these,
  // AWS_SESSION_TOKEN cannot be overridden.
  const client = new S3Client({
    bucket,
    endpoint,
    region,
    accessKeyId: keyId,
    secretAccessKey: secret,
  })

  /** Resolves when the headers of the answer have arrived, whatever its status. */
  const send = async (method: Method, key: string, request: Request = {}): Promise<Answer> => {
    const { signal, body, bodySize = 0, headers = {} } = request
    const sizeOfBody = body ? { 'Content-Length': String(bodySize) } : {}
    signal?.throwIfAborted()
    const whole = fullKey(address, key)
    if (whole === undefined) throw new BucketError('refused', 'This is not the key of an object.')
    const url = client.presign(whole, { method, expiresIn: signatureLifeS })
    const limitMs = deadlines.answer + bodySize / slowestUploadBytesPerMs
    const ending = new AbortController()
    const abort = () => ending.abort()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      abort()
    }, limitMs)
    try {
      const response = await fetch(url, {
        method,
        headers: { 'Accept-Encoding': 'identity', ...sizeOfBody, ...headers },
        ...(body ? { body } : {}),
        // A signature is valid for its host only, and must not reach another.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, ending.signal]) : ending.signal,
      })
      return { response, abort }
    } catch (error) {
      signal?.throwIfAborted()
      if (isLate) {
        throw new LostAnswer(
          'unavailable',
          `${named(bucket)} did not respond within ${limitMs} ms.`,
        )
      }
      throw failure(bucket, error)
    } finally {
      clearTimeout(timer)
    }
  }

  const bodyOf = (
    { response, abort }: Answer,
    size: number | undefined,
    signal?: AbortSignal | undefined,
  ) => watchedBody(response.body, { bucket, size, idleMs: deadlines.idle, abort, signal })

  /** Reads S3's XML, if the answer has it. */
  const errorIn = async (answer: Answer): Promise<{ error: BucketError; code: string }> => {
    const { status, headers } = answer.response
    const text = await startOf(bodyOf(answer, undefined), errorBytes).catch(() => '')
    const tag = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? ''
    const code = tag('Code')
    const retryAfter = headers.get('Retry-After')
    return {
      code,
      error: bucketError(bucket, { status, code, message: tag('Message'), retryAfter }),
    }
  }

  return { address, client, deadlines, send, bodyOf, errorIn }
}

async function startOf(body: ReadableStream<Uint8Array>, most: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > most) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

const named = (bucket: string) => `The bucket “${bucket}”`

/** The URL in fetch's own errors is signed: only their code is repeated. */
function failure(bucket: string, error: unknown): unknown {
  const { code = '', syscall } = error as { code?: string; syscall?: string }
  // The file to upload cannot be read.
  if (syscall && ['open', 'read', 'stat', 'fstat'].includes(syscall)) return error
  const text = `${named(bucket)} cannot be reached (${code || 'no code'}).`
  return /refused/i.test(code)
    ? new BucketError('unavailable', text)
    : new LostAnswer('unavailable', text)
}
