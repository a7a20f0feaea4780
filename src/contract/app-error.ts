/**
 * A refusal that the caller is told of: `code` is the HTTP status, `message` a sentence for a
 * person, `details` machine-readable facts (field, photoId, folders), `headers` e.g. Retry-After.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  constructor(
    readonly code: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 416 | 429 | 503 | 507,
    message: string,
    readonly details?: Record<string, unknown>,
    readonly headers?: Record<string, string>,
  ) {
    super(message)
  }
}

/** What the viewer may not see answers exactly like what does not exist. */
export const notFound = () => new AppError(404, 'not found')
