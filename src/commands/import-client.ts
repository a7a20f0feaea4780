import { statSync } from 'node:fs'
import type { ImportEvent, ImportRequest } from '../intake/import-folder.ts'
import { controlSocketPath } from './control-socket.ts'

/** Without an 'end' the server went away. @returns undefined if no server of this user answers. */
export async function importThroughServer(
  dataFolder: string,
  request: ImportRequest,
): Promise<AsyncGenerator<ImportEvent> | undefined> {
  const path = controlSocketPath(dataFolder)
  if (!isOwnSocket(path)) return undefined
  const response = await fetch('http://vitrine/import', {
    unix: path,
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'Content-Type': 'application/json' },
    timeout: false,
  } as RequestInit).catch(() => undefined)
  if (!response) return undefined
  if (!response.ok || !response.body)
    throw new Error(
      'the running server rejected the import; it may be a different version of Vitrine. Restart it with this version, then try again.',
    )
  return eventsOf(response.body)
}

async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<ImportEvent> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of untilBroken(body)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ImportEvent
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
function isOwnSocket(path: string): boolean {
  if (process.platform === 'win32') return true
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.isSocket() === true && found.uid === process.getuid?.()
}
