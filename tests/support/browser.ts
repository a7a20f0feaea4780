// A client that keeps cookies like a browser and otherwise sends no headers of its own.

export type RequestOptions = {
  method?: string
  /** FormData, text and bytes are sent as they are, anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
}

export type Browser = ReturnType<typeof openBrowser>

/** `tls` is for a proxy with a certificate that nobody vouches for. */
export function openBrowser(base: string, { tls }: { tls?: BunFetchRequestInitTLS } = {}) {
  const cookies = new Map<string, string>()

  const request = async (
    path: string,
    { method = 'GET', body, headers = {} }: RequestOptions = {},
  ): Promise<Response> => {
    const sent = new Headers(headers)
    if (cookies.size > 0 && !sent.has('cookie')) {
      sent.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    }
    const isRaw =
      body === undefined ||
      typeof body === 'string' ||
      body instanceof FormData ||
      body instanceof Uint8Array ||
      body instanceof ReadableStream
    if (!isRaw && !sent.has('content-type')) sent.set('content-type', 'application/json')
    const answer = await fetch(base + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(tls && { tls }),
      ...(body !== undefined && { body: (isRaw ? body : JSON.stringify(body)) as BodyInit }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '') cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return answer
  }

  return {
    cookies,
    request,
    get: (path: string, headers?: Record<string, string>) =>
      request(path, headers ? { headers } : {}),
    post: (path: string, body: unknown) => request(path, { method: 'POST', body }),
    put: (path: string, body: unknown) => request(path, { method: 'PUT', body }),
    delete: (path: string, body?: unknown) =>
      request(path, { method: 'DELETE', ...(body !== undefined && { body }) }),
    /** The data of a response. @throws Error unless the status is 200. */
    data: async <T>(path: string, options: RequestOptions = {}): Promise<T> => {
      const answer = await request(path, options)
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`)
      return JSON.parse(text).data
    },
  }
}

/** The error of a refused request; `message` is for a person. */
export async function errorOf(answer: Response): Promise<{
  code: number
  message: string
  details?: Record<string, unknown>
}> {
  const { error } = await answer.json()
  if (error?.code !== answer.status) {
    throw new Error(`the error does not name the status ${answer.status}: ${JSON.stringify(error)}`)
  }
  return error
}
