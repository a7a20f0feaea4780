import { AppError } from '../contract/app-error.ts'

/**
 * 'transient' may work in a moment, 'refused' needs a new connection, 'closed' affects everything
 * for another reason, 'gone' and 'file' affect only one file.
 */
export type DriveErrorKind = 'transient' | 'refused' | 'closed' | 'gone' | 'file'

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
  const said = error?.message ? `: ${error.message}` : ''
  if (status === 401) {
    return new DriveError('refused', 'Google has revoked access', 0, status)
  }
  if (status === 404) return new DriveError('gone', 'it is no longer in the drive', 0, status)
  if (status === 403 && closingReasons.has(reason)) {
    return new DriveError('closed', `Google Drive rejected the request${said}`, 0, status)
  }
  if (status === 408 || status === 429 || status >= 500 || rateReasons.has(reason)) {
    const waitMs = 1000 * Number(response?.headers?.get?.('retry-after') ?? 0)
    const words =
      status >= 500 ? 'Google Drive is having problems' : 'Google Drive is limiting requests'
    return new DriveError('transient', `${words} (${status})`, waitMs || 0, status)
  }
  return new DriveError('file', `Google Drive returned ${status}${said}`, 0, status)
}

/** The token endpoint's errors (RFC 6749, section 5.2). */
function tokenError(error: string, status: number): DriveError {
  if (error === 'invalid_grant') {
    return new DriveError('refused', 'Google no longer accepts this connection', 0, status)
  }
  if (status === 429 || status >= 500) {
    return new DriveError('transient', `Google is having problems (${status})`, 0, status)
  }
  return new DriveError(
    'closed',
    `Google rejected this gallery’s client ID or secret (${error})`,
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
  if (error.kind === 'transient') {
    return new AppError(503, `${error.message}; try again in a moment`, undefined, {
      'Retry-After': '10',
    })
  }
  if (error.kind === 'gone') return new AppError(404, error.message)
  return new AppError(409, error.message)
}
