import { join } from 'node:path'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { type RunningVitrine, startVitrine, temporaryFolder } from './executable.ts'

/** A response that takes longer is a hang, in ms. */
const hangMs = 60_000

export const ownerPassword = 'a long enough password'

/** The outcome of an upload. `id` is the new photo's, `photoId` that of an existing one. */
export type UploadOutcome = {
  readonly status: number
  readonly id?: string
  readonly photoId?: string
  readonly message?: string
}

export type OwnerClient = ReturnType<typeof ownerClient>

/** Claims a new gallery with the link it printed. @returns the session's cookie. */
export async function claim(server: RunningVitrine): Promise<string> {
  const [, secret] = await server.untilPrinted(/\/setup#(\S+)\n/)
  return sendPassword(server, '/api/setup', { secret, password: ownerPassword, name: 'Ann' })
}

export async function claimedGallery(): Promise<{ server: RunningVitrine; owner: OwnerClient }> {
  const server = await startVitrine(join(temporaryFolder(), 'data'))
  return { server, owner: ownerClient(server, await claim(server)) }
}

/** Signs in with the password. @returns the session's cookie. */
export function signIn(server: RunningVitrine, password = ownerPassword): Promise<string> {
  return sendPassword(server, '/api/login', { password })
}

async function sendPassword(server: RunningVitrine, path: string, body: object): Promise<string> {
  const answer = await fetch(server.address + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!answer.ok || !cookie) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return cookie
}

/** The owner's browser, over the real API. The cookie survives a restart of the server. */
export function ownerClient(server: RunningVitrine, cookie: string) {
  const request = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(server.address + path, {
      ...init,
      headers: { ...init.headers, Cookie: cookie },
      signal: init.signal ?? AbortSignal.timeout(hangMs),
    })
  const json = async <T>(path: string): Promise<T> => {
    const answer = await request(path)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  return {
    cookie,
    request,
    json,
    send: (method: string, path: string, body: object) =>
      request(path, {
        method,
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      }),
    photos: async (): Promise<Photo[]> =>
      (await json<PhotoList>('/api/photos?limit=100000')).photos,
    /** @throws whatever fetch throws when the connection breaks. */
    upload: async ({
      name,
      bytes,
    }: {
      name: string
      bytes: Uint8Array
    }): Promise<UploadOutcome> => {
      const form = new FormData()
      form.append('sourceId', name)
      form.append('image', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
      const answer = await request('/api/local/upload', { method: 'PUT', body: form })
      const { data, error } = (await answer.json()) as {
        data?: Photo
        error?: { message: string; details?: { photoId?: string } }
      }
      return {
        status: answer.status,
        ...(data && { id: data.id }),
        ...(error && { message: error.message }),
        ...(error?.details?.photoId && { photoId: error.details.photoId }),
      }
    },
  }
}
