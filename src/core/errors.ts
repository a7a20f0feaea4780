/** Reported to the caller: `code` is the HTTP status, `details` are facts for a program. */
export class AppError extends Error {
  override readonly name = 'AppError'
  constructor(
    readonly code:
      | 400
      | 401
      | 403
      | 404
      | 405
      | 408
      | 409
      | 413
      | 414
      | 415
      | 416
      | 429
      | 431
      | 501
      | 503
      | 507,
    message: string,
    readonly details?: Record<string, unknown>,
    readonly headers?: Record<string, string>,
  ) {
    super(message)
  }
}

/** The photo store fails, so the next photo would fail too. */
export class StoreError extends AppError {}

/** The photo store will fail until a person changes something. */
export class StoreRefusal extends StoreError {}

/** The same response whether something does not exist or the viewer may not see it. */
export const notFound = () => new AppError(404, 'not found')
