import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportEvent } from '../intake/import-folder.ts'
import type { Services } from '../services.ts'

/** A socket's path can have 107 bytes on Linux and 103 on macOS (sockaddr_un). */
const socketPathLimit = 103

/** Where the running server of a data folder accepts commands; a named pipe on Windows. */
export function controlSocketPath(dataFolder: string): string {
  const name = `vitrine-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  const inFolder = join(dataFolder, 'runtime', 'control.sock')
  return Buffer.byteLength(inFolder) <= socketPathLimit ? inFolder : join(tmpdir(), `${name}.sock`)
}

/** Accepts imports from `vitrine import` while the server runs; never reachable over TCP. */
export function openControlSocket(services: Services) {
  const path = controlSocketPath(services.config.data)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  let isStopping = false
  const server = Bun.serve({
    unix: path,
    // A machine that sleeps or is overloaded must not end an import, and server.timeout(request, 0)
    // is not enough for a stream. Bun honours this here, although its types allow it only for TCP.
    ...({ idleTimeout: 0 } as object),
    fetch: async (request) => {
      if (request.method !== 'POST' || new URL(request.url).pathname !== '/import') {
        return new Response('not found', { status: 404 })
      }
      // Loaded with the first import, which most servers never run.
      const { ImportRequest, importFolder } = await import('../intake/import-folder.ts')
      const wanted = ImportRequest.safeParse(await request.json().catch(() => undefined))
      if (!wanted.success) return new Response('not an import', { status: 400 })
      const events = importFolder(wanted.data, services, () => isStopping || request.signal.aborted)
      const lines = asLines(services.imports.follow(events), () => isStopping)
      return new Response(lines, { headers: { 'Content-Type': 'application/x-ndjson' } })
    },
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    /** Finishes the files in progress and starts no others. */
    stopImports: () => {
      isStopping = true
    },
    stop: () => server.stop(),
  }
}

/** Without an 'end' when the server stops, so that the command continues elsewhere. */
function asLines(
  events: AsyncGenerator<ImportEvent>,
  isStopping: () => boolean,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await events.next()
      if (done || (value.kind === 'end' && isStopping())) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
  })
}
