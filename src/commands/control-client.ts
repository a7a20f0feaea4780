import { lstatSync, statSync } from 'node:fs'
import { controlSocketPath } from './control-socket.ts'

/**
 * Sends a request to the running server. @returns undefined if no server of this user answers; for
 * root, one of the folder's owner will do.
 */
export async function askServer(
  dataFolder: string,
  name: string,
  request: object,
  signal?: AbortSignal,
): Promise<Response | undefined> {
  const path = controlSocketPath(dataFolder)
  if (!isTrusted(path, dataFolder)) return undefined
  return fetch(`http://vitrine/${name}`, {
    unix: path,
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'Content-Type': 'application/json' },
    timeout: false,
    ...(signal && { signal }),
  } as RequestInit).catch(() => undefined)
}

/** The lines of a response; they end early if the server stops. */
export async function* eventsOf<Event>(body: AsyncIterable<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of untilBroken(body)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as Event
  }
}

/** A server that is killed breaks the connection instead of ending the response. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }))
    if (done || value === undefined) return
    yield value
  }
}

/** In a shared temporary folder anyone could have created a socket with that name. */
function isTrusted(path: string, dataFolder: string): boolean {
  if (process.platform === 'win32') return true
  const user = process.geteuid?.()
  // A link of the folder's owner could lead root anywhere.
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isSocket()) return false
  return found.uid === user || (user === 0 && found.uid === statSync(dataFolder).uid)
}

/** As whom the running server reads files, if this is root and the server is not. */
export function lesserUser(dataFolder: string): number | undefined {
  if (process.geteuid?.() !== 0) return undefined
  return lstatSync(controlSocketPath(dataFolder), { throwIfNoEntry: false })?.uid || undefined
}
