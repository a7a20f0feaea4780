import { lstatSync } from 'node:fs'
import { foundControlSockets } from './control-paths.ts'

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
  for (const path of foundControlSockets(dataFolder)) {
    const response = await fetch(`http://vitrine/${name}`, {
      unix: path,
      method: 'POST',
      body: JSON.stringify(request),
      headers: { 'Content-Type': 'application/json' },
      timeout: false,
      ...(signal && { signal }),
    } as RequestInit).catch(() => undefined)
    if (response) return response
  }
  return undefined
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

/** As whom the running server reads files, if this is root and the server is not. */
export function lesserUser(dataFolder: string): number | undefined {
  if (process.geteuid?.() !== 0) return undefined
  const [path] = foundControlSockets(dataFolder)
  return path === undefined ? undefined : lstatSync(path).uid || undefined
}
