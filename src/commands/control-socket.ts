import { createHash } from 'node:crypto'
import { chmodSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ImportEvent, ImportRequest, importFolder } from '../intake/import-folder.ts'
import type { Services } from '../services.ts'

/** A socket's path may have 107 bytes on Linux and 103 on macOS (sockaddr_un). */
const socketPathLimit = 103

/** Where the running server of a data folder takes commands; a named pipe on Windows. */
export function controlSocketPath(dataFolder: string): string {
  const name = `vitrine-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inFolder = join(dataFolder, 'runtime', 'control.sock')
  return Buffer.byteLength(inFolder) <= socketPathLimit ? inFolder : join(tmpdir(), `${name}.sock`)
}

/** Takes imports from `vitrine import` beside this server; never reachable over TCP. */
export function openControlSocket(services: Services) {
  const path = controlSocketPath(services.config.data)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  let isCancelled = false
  const server = Bun.serve({
    unix: path,
    fetch: async (request, server) => {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/import') {
        return new Response('not found', { status: 404 })
      }
      const wanted = ImportRequest.safeParse(await request.json().catch(() => undefined))
      if (!wanted.success) return new Response('not an import', { status: 400 })
      server.timeout(request, 0)
      const events = importFolder(
        wanted.data,
        { ...services, concurrency: availableParallelism() },
        () => isCancelled || request.signal.aborted,
      )
      return new Response(asLines(events), { headers: { 'Content-Type': 'application/x-ndjson' } })
    },
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    /** Files under way are finished, no further one is begun. */
    cancelImports: () => {
      isCancelled = true
    },
    stop: () => server.stop(),
  }
}

function asLines(events: AsyncGenerator<ImportEvent>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await events.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
  })
}

/**
 * Hands an import to the server that has the folder. Without an 'end' the server went away.
 * @throws Error when no server of this user answers there.
 */
export async function* importThroughServer(
  dataFolder: string,
  request: ImportRequest,
): AsyncGenerator<ImportEvent> {
  const path = controlSocketPath(dataFolder)
  requireOwnSocket(path, dataFolder)
  const response = await fetch('http://vitrine/import', {
    unix: path,
    method: 'POST',
    body: JSON.stringify(request),
    headers: { 'Content-Type': 'application/json' },
    timeout: false,
  } as RequestInit).catch(() => {
    throw takesNoImports(dataFolder)
  })
  if (!response.ok || !response.body) throw new Error('the running Vitrine refused the import.')
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of untilBroken(response.body)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as ImportEvent
  }
}

/** A server that is killed breaks the connection instead of ending the answer. */
async function* untilBroken(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await chunks.next().catch(() => ({ value: undefined, done: true }))
    if (done || value === undefined) return
    yield value
  }
}

/** In a shared temporary folder anybody could have put a socket of that name. */
function requireOwnSocket(path: string, dataFolder: string): void {
  if (process.platform === 'win32') return
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isSocket() || found.uid !== process.getuid?.()) {
    throw takesNoImports(dataFolder)
  }
}

const takesNoImports = (dataFolder: string) =>
  new Error(`another program has ${dataFolder}, but it takes no imports; stop it first.`)
