import { type ClientResponse, hc } from 'hono/client'
import type { ErrorBody } from '../src/contract/envelope.ts'
import type { Api } from '../src/http/api.ts'

/** The server's calls, typed by its own route table: `api.login.$post({ json: { password } })`. */
export const api = hc<Api>('/api')

/** A refused or failed call; prints as 'code: message', or 'no payload' without an answer. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    /** The answer's error; undefined when there was no answer to use. */
    readonly refusal?: ErrorBody['error'],
    cause?: unknown,
  ) {
    super(refusal ? `${refusal.code}: ${refusal.message}` : 'no payload', { cause })
  }

  /** The field that the refusal names, such as 'password'. */
  get field(): string | undefined {
    const field = this.refusal?.details?.field
    return typeof field === 'string' ? field : undefined
  }
}

/**
 * The data of an answer.
 * @throws ApiError for a refusal, for an answer with neither data nor error, and for none at all.
 */
export async function unwrap<T>(call: Promise<ClientResponse<{ data: T }>>): Promise<T> {
  let body: { data?: T } & Partial<ErrorBody>
  try {
    body = (await (await call).json()) as typeof body
  } catch (error) {
    throw new ApiError(undefined, error)
  }
  if (body?.data !== undefined) return body.data
  throw new ApiError(body?.error)
}
