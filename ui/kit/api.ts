import { type ClientResponse, hc } from 'hono/client'
import type { Api } from '../../src/api.ts'
import type { ErrorBody } from '../../src/contract/envelope.ts'
import { sendSignedIn } from './sign-in-retry.ts'

/**
 * The server's endpoints, typed by its route table: `api.login.$post({ json: { password } })`. A
 * write refused because the owner's session has ended is sent again once they have signed in.
 */
export const api = hc<Api>('/api', { fetch: fetchSignedIn })

function fetchSignedIn(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const send = () => fetch(address, init)
  // Reads may run in the background, and a 401 from login means a wrong password.
  const isWrite = init?.method !== 'GET' && !String(address).endsWith('/login')
  return isWrite ? signedIn(send) : send()
}

/** Sends a request of the owner, who is asked to sign in if their session has ended. */
export async function signedIn<T extends { readonly status: number }>(
  send: () => Promise<T>,
): Promise<T> {
  const response = await sendSignedIn(send)
  if (response) return response
  throw new ApiError({
    code: 401,
    message: 'your session has ended; try again and sign in when asked',
  })
}

/** A refused or failed request. Its message is 'code: message', or 'no payload' if unanswered. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    /** The response's error; undefined if there was no usable response. */
    readonly refusal?: ErrorBody['error'],
    cause?: unknown,
  ) {
    super(refusal ? `${refusal.code}: ${refusal.message}` : 'no payload', { cause })
  }

  /** The field that the error is about, such as 'password'. */
  get field(): string | undefined {
    const field = this.refusal?.details?.field
    return typeof field === 'string' ? field : undefined
  }
}

/**
 * The data of a response.
 * @throws ApiError for an error, for a response with neither data nor error, and for none at all.
 */
export async function unwrap<T>(request: Promise<ClientResponse<{ data: T }>>): Promise<T> {
  let body: { data?: T } & Partial<ErrorBody>
  try {
    body = (await (await request).json()) as typeof body
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError(undefined, error)
  }
  if (body?.data !== undefined) return body.data
  throw new ApiError(body?.error)
}

/** Shown if the server does not respond to a request, or for code to load. */
export const unreachable = 'The server is not responding. Try again in a moment.'

/**
 * An error as a message for users: a sentence to show beside the field that it is about, or with
 * `within` the end of another sentence: 'Could not save the order: the disk is full'.
 *
 * @throws anything but an ApiError, since that is a bug.
 */
export function errorText(error: unknown, within?: (reason: string) => string): string {
  const { refusal, field } = asApiError(error)
  if (within) return within(refusal?.message ?? 'the server is not responding')
  return refusal ? asSentence(withoutField(refusal.message, field)) : unreachable
}

/** '409: …' or 'no payload', for alerts that must contain it. @throws like errorText */
export const codeAndMessage = (error: unknown): string => asApiError(error).message

/** For requests whose failure does not matter. @throws like errorText */
export function ignoreApiError(error: unknown): void {
  asApiError(error)
}

/** The server's messages begin in lower case, to follow 'Could not …:'. */
export const asSentence = (reason: string): string =>
  reason.charAt(0).toUpperCase() + reason.slice(1)

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** 'password: must have …' and 'pic must be …' are shown beside the field, without its name. */
function withoutField(message: string, field: string | undefined): string {
  if (field === undefined || !message.startsWith(field)) return message
  const rest = message.slice(field.length)
  return /^:? /.test(rest) ? rest.replace(/^:? /, '') : message
}
