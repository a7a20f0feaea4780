import { connectionRefused } from '../../contract/imports/drive-connection.ts'
import { AppError } from '../../core/errors.ts'

/**
 * 'throttled' and 'transient' may work in a moment, 'refused' needs a new connection, 'closed'
 * affects everything for another reason. The others affect only one file: it is 'gone', 'blocked'
 * from being downloaded, or fails for another reason ('file').
 */
export type DriveErrorKind =
  | 'throttled'
  | 'transient'
  | 'refused'
  | 'closed'
  | 'gone'
  | 'blocked'
  | 'file'

/** A failed request to Google. The message is for a person and contains no token. */
export class DriveError extends Error {
  override readonly name = 'DriveError'
  constructor(
    readonly kind: DriveErrorKind,
    message: string,
    /** How long Google asks to wait, in ms. */
    readonly retryAfterMs: number = 0,
    /** The HTTP status; undefined without a response. */
    readonly status?: number,
  ) {
    super(message)
  }
}

/** The parts of googleapis' errors that are used; `error` is text from the token endpoint. */
type Thrown = {
  readonly response?: {
    readonly status?: number
    readonly headers?: Headers
    readonly data?: unknown
  }
}
type ErrorBody = {
  readonly error?: string | { readonly message?: string; readonly errors?: { reason?: string }[] }
}

/** Reasons of a 403 that mean 'slow down'. */
const rateReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded'])
/** Reasons of a 403 that every other file would get too. */
const closingReasons = new Set([
  'accessNotConfigured',
  'dailyLimitExceeded',
  'domainPolicy',
  'insufficientPermissions',
])

export function asDriveError(thrown: unknown): DriveError {
  if (thrown instanceof DriveError) return thrown
  const { response } = thrown as Thrown
  const status = response?.status
  if (status === undefined) {
    return new DriveError('transient', 'could not reach Google Drive')
  }
  const { error } = bodyOf(response?.data)
  if (typeof error === 'string') return tokenError(error, status)
  const reason = error?.errors?.[0]?.reason ?? ''
  const detail = error?.message ? `: ${error.message}` : ''
  if (status === 401) {
    return new DriveError('closed', `Google Drive rejected the request (401)${detail}`, 0, status)
  }
  if (status === 404) return new DriveError('gone', 'it is no longer in the drive', 0, status)
  if (status === 403 && closingReasons.has(reason)) {
    return new DriveError('closed', `Google Drive rejected the request${detail}`, 0, status)
  }
  const waitMs = retryAfterMs(response?.headers)
  if (status === 429 || rateReasons.has(reason)) {
    return new DriveError(
      'throttled',
      `Google Drive is limiting requests (${status})`,
      waitMs,
      status,
    )
  }
  if (status === 408 || status >= 500) {
    return new DriveError(
      'transient',
      `Google Drive is having problems (${status})`,
      waitMs,
      status,
    )
  }
  // Quotas are renewed, and Google's page about automated requests gives no reason.
  const isLasting = status === 403 && reason !== '' && !/quota|limit/i.test(reason)
  const kind = isLasting ? 'blocked' : 'file'
  return new DriveError(kind, `Google Drive returned ${status}${detail}`, 0, status)
}

/** The token endpoint's errors (RFC 6749, section 5.2). */
function tokenError(error: string, status: number): DriveError {
  if (error === 'invalid_grant') {
    return new DriveError('refused', connectionRefused, 0, status)
  }
  if (status === 429) return new DriveError('throttled', 'Google is limiting requests', 0, status)
  if (status >= 500) {
    return new DriveError('transient', `Google is having problems (${status})`, 0, status)
  }
  return new DriveError(
    'closed',
    `Google rejected this gallery’s client ID or secret (${error}); check both and restart Vitrine`,
    0,
    status,
  )
}

/** The body is text for downloads, and already parsed for other requests. */
function bodyOf(data: unknown): ErrorBody {
  if (typeof data !== 'string') return (data ?? {}) as ErrorBody
  try {
    return JSON.parse(data) as ErrorBody
  } catch {
    return {}
  }
}

export function toAppError(error: DriveError): AppError {
  if (isPassing(error)) {
    const seconds = Math.ceil(error.retryAfterMs / 1000) || 10
    return new AppError(503, `${error.message}; try again ${waitText(seconds)}`, undefined, {
      'Retry-After': String(seconds),
    })
  }
  if (error.kind === 'gone') return new AppError(404, error.message)
  return new AppError(409, error.message)
}

/** Whether the same request may work later. */
export const isPassing = ({ kind }: DriveError): boolean =>
  kind === 'throttled' || kind === 'transient'

/** Whether the requested thing does not exist for this account. */
export const isAboutAccess = ({ kind, status }: DriveError): boolean =>
  (status === 403 || status === 404) && kind !== 'throttled' && kind !== 'closed'

function waitText(seconds: number): string {
  if (seconds <= 60) return 'in a moment'
  return seconds <= 5400
    ? `in ${Math.ceil(seconds / 60)} minutes`
    : `in ${Math.ceil(seconds / 3600)} hours`
}

/** Does the work. @throws only DriveError */
export async function throwingDriveError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    throw asDriveError(thrown)
  }
}

/** The longest wait, in ms: later dates would not be valid. */
const longestMs = 365 * 86_400_000

/**
 * How long a Retry-After header asks to wait, in ms: it contains seconds or a date, which is
 * compared with the server's own clock if the response contains it.
 */
export function retryAfterMs(headers: Headers | undefined, now = Date.now()): number {
  const text = headers?.get?.('retry-after')?.trim() ?? ''
  const sent = Date.parse(headers?.get?.('date') ?? '')
  const ms = /^\d+$/.test(text)
    ? 1000 * Number(text)
    : Date.parse(text) - (Number.isNaN(sent) ? now : sent)
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), longestMs)
}
