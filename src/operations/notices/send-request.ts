import type { NoticeRequest } from './requests.ts'

/** How long a service may take to answer, in ms. */
const answerMs = 10_000

/**
 * Sends a request; a redirect is not followed, as it could lead the secret elsewhere.
 * @returns why it failed, as a sentence; undefined if the service has accepted it.
 */
export async function sendRequest(request: NoticeRequest): Promise<string | undefined> {
  const { url, method, headers, body } = request
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'user-agent': 'Vitrine' },
      ...(body !== undefined && { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    await response.body?.cancel()
    if (response.ok) return undefined
    const to = response.headers.get('location')
    if (to !== null && response.status >= 300 && response.status < 400) {
      return `The service redirects to ${to.slice(0, 200)}. Enter the address that it wants.`
    }
    return `The service answered with ${response.status}${advice(response.status)}.`
  } catch (error) {
    return failureOf(error)
  }
}

function advice(status: number): string {
  if (status === 401 || status === 403) return ': check the secret or token'
  if (status === 404) return ': check the address'
  return ''
}

function failureOf(error: unknown): string {
  const { name, code, message } = error as { name?: string; code?: string; message?: string }
  if (name === 'TimeoutError') return 'The service did not answer within 10 seconds.'
  return `The service cannot be reached (${code ?? message ?? String(error)}).`
}
