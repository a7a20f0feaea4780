import { type ClientResponse, hc } from 'hono/client'
import type { Api } from '../src/api/api.ts'
import type { ErrorBody } from '../src/contract/envelope.ts'
import { whileSignedIn } from './sign-in-retry.ts'

/**
 * The server's endpoints, typed by its own route table: `api.login.$post({ json: { password } })`.
 * A write that is refused because the owner's session has ended is sent again once they have
 * signed in.
 */
export const api = hc<Api>('/api', { fetch: fetchSignedIn })

function fetchSignedIn(address: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const send = () => fetch(address, init)
  // What is only read may be read in the background, and a login's 401 is a wrong password.
  const isWrite = init?.method !== 'GET' && !String(address).endsWith('/login')
  return isWrite ? signedIn(send) : send()
}

/** Sends a request of the owner, who is asked to sign in where their session has ended. */
export async function signedIn<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await whileSignedIn(send)
  if (answer) return answer
  throw new ApiError({
    code: 401,
    message: 'your session has ended; try again and sign in when asked',
  })
}

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
    if (error instanceof ApiError) throw error
    throw new ApiError(undefined, error)
  }
  if (body?.data !== undefined) return body.data
  throw new ApiError(body?.error)
}

/** For a request, or for code to load, that the server did not answer. */
export const unreachable = 'The server is not responding. Try again in a moment.'

/**
 * What went wrong, in words for people: a sentence of its own, to stand beside the field that it is
 * about, or with `within` the end of another sentence: 'Could not save the order: the disk is full'.
 *
 * @throws anything but an ApiError: a defect is no message from the server.
 */
export function errorText(error: unknown, within?: (reason: string) => string): string {
  const { refusal, field } = asApiError(error)
  if (within) return within(refusal?.message ?? 'the server is not responding')
  return refusal ? asSentence(withoutField(refusal.message, field)) : unreachable
}

/** '409: …' or 'no payload': only for the alerts whose text is specified to hold it. @throws as errorText */
export const codeAndMessage = (error: unknown): string => asApiError(error).message

/** For a request whose failure changes nothing. @throws as errorText */
export function ignoreApiError(error: unknown): void {
  asApiError(error)
}

/** The server's reasons are ends of sentences; here they stand alone. */
export const asSentence = (reason: string): string =>
  reason.charAt(0).toUpperCase() + reason.slice(1)

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** 'password: must have …' and 'pic must be …' stand beside the field, which says its name. */
function withoutField(message: string, field: string | undefined): string {
  if (field === undefined || !message.startsWith(field)) return message
  const rest = message.slice(field.length)
  return /^:? /.test(rest) ? rest.replace(/^:? /, '') : message
}
