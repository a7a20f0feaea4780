type Kind = 'unavailable' | 'full' | 'conflict' | 'refused'

/**
 * A request that a bucket did not carry out. `unavailable` may work later, `full` when there is
 * space again, `conflict` means that the key has other content, `refused` needs a person. The
 * message never contains a secret or a signed URL.
 */
export class BucketError extends Error {
  override readonly name = 'BucketError'
  readonly kind: Kind
  readonly retryAfterS?: number

  constructor(kind: Kind, message: string, retryAfterS?: number) {
    super(message)
    this.kind = kind
    if (retryAfterS !== undefined) this.retryAfterS = retryAfterS
  }
}

/** What a bucket answered; code and message are those of S3's XML, empty if there is none. */
export type Refusal = {
  readonly status?: number
  readonly code: string
  readonly message?: string
  readonly retryAfter?: string | null
}

const laterStatuses = [408, 425, 429]
const laterCodes =
  /^(SlowDown(Read|Write)?|ServiceUnavailable|InternalError|Busy|ServerBusy|RequestTimeout|RequestLimitExceeded|TooManyRequests|Throttling(Exception)?|OperationAborted|ConditionalRequestConflict|ConnectionRefused|ConnectionClosed|ConnectionReset|Timeout|UnknownError|E[A-Z]+)$/

/** Backblaze reports a full account as AccessDenied and says so only in its message. */
const isFull = ({ status, code, message = '' }: Refusal) =>
  status === 507 ||
  /quota|^Insufficient(Storage|Capacity)|StorageFull/i.test(code) ||
  /storage cap exceeded/i.test(message)

const isForLater = ({ status = 0, code }: Refusal) =>
  status >= 500 || laterStatuses.includes(status) || laterCodes.test(code)

export function bucketError(bucket: string, refusal: Refusal): BucketError {
  const { status, retryAfter } = refusal
  const code = /^[\w.-]{1,80}$/.test(refusal.code) ? refusal.code : ''
  const answer = [status, code].filter(Boolean).join(' ') || 'no code'
  if (isFull(refusal)) return new BucketError('full', `The bucket “${bucket}” is full (${answer}).`)
  if (isForLater(refusal)) {
    return new BucketError(
      'unavailable',
      `The bucket “${bucket}” is not available (${answer}).`,
      secondsUntil(retryAfter),
    )
  }
  if (status === 412) {
    return new BucketError(
      'conflict',
      `The bucket “${bucket}” already has this object (${answer}).`,
    )
  }
  if (code === 'BadDigest' || code === 'InvalidDigest') {
    return new BucketError(
      'conflict',
      `The bucket “${bucket}” received a file that differs from the expected one (${answer}).`,
    )
  }
  return new BucketError('refused', `${whatToCheck(bucket, refusal)} (${answer})`)
}

function whatToCheck(bucket: string, { status = 0, code }: Refusal): string {
  const start = `The bucket “${bucket}” refused the request: `
  if (code === 'NoSuchBucket') {
    return `There is no bucket “${bucket}”: check its name, the endpoint and the region.`
  }
  if (code === 'InvalidAccessKeyId') return `${start}check the key ID and the endpoint.`
  if (code === 'SignatureDoesNotMatch') {
    return `${start}check the secret, the key ID, the region and this computer’s clock.`
  }
  if (/TimeTooSkewed|Expired/.test(code)) return `${start}check this computer’s clock.`
  if (/Region|^Authorization|Redirect/.test(code) || (status >= 300 && status < 400)) {
    return `${start}check the region and the endpoint.`
  }
  if (status === 401 || status === 403 || code === 'AccessDenied') {
    return `${start}the key needs permission to read, write, delete and list objects; check the key ID, the secret, the region and this computer’s clock.`
  }
  if (status === 404 || code === 'InvalidResponse') {
    return 'The endpoint does not respond like an S3 service: check its address.'
  }
  return `${start}check the endpoint, the region and the service’s own log.`
}

/** Retry-After is a number of seconds or a date. */
function secondsUntil(text: string | null | undefined): number | undefined {
  if (!text) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - Date.now()) / 1000))
}
