import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/**
 * Accepts imports from `vitrine import` and the end of `vitrine media move` while the server runs;
 * never reachable over TCP.
 */
export function openControlSocket(services: Services) {
  const path = controlSocketPath(services.config.data)
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted

  const answerImport = async (request: Request): Promise<Response> => {
    // Loaded with the first import, which most servers never run.
    const { importFolder } = await import('../intake/import-folder.ts')
    const { ImportRequest } = await import('../intake/import-request.ts')
    const wanted = ImportRequest.safeParse(await request.json().catch(() => undefined))
    if (!wanted.success) return new Response('not an import', { status: 400 })
    const events = importFolder(wanted.data, services, () => isStopping() || request.signal.aborted)
    return lines(services.imports.follow(events), isStopping)
  }
  const answerMove = async (request: Request): Promise<Response> => {
    const { MoveRequest, finishHere, refusalToMove } = await import('./move-request.ts')
    const wanted = MoveRequest.safeParse(await request.json().catch(() => undefined))
    if (!wanted.success) return new Response('not a move', { status: 400 })
    const refusal = refusalToMove(wanted.data, services)
    if (refusal) return new Response(refusal, { status: 409 })
    if (wanted.data.isTrial) return new Response('yes')
    const signal = AbortSignal.any([stopping.signal, request.signal])
    return lines(finishHere(wanted.data.to, services, signal), isStopping)
  }

  const server = Bun.serve({
    unix: path,
    // A machine that sleeps or is overloaded must not end an import, and server.timeout(request, 0)
    // is not enough for a stream. Bun honours this here, although its types allow it only for TCP.
    ...({ idleTimeout: 0 } as object),
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'POST') return new Response('not found', { status: 404 })
      if (pathname === '/import') return answerImport(request)
      if (pathname === '/media-move') return answerMove(request)
      return new Response('not found', { status: 404 })
    },
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return {
    /** Finishes the files in progress and starts no others; a move is given up. */
    stopWork: () => stopping.abort(new Error('The server is stopping.')),
    stop: () => server.stop(),
  }
}

/** Without an end when the server stops, so that the command continues elsewhere. */
function lines(
  events: AsyncGenerator<{ readonly kind: string }>,
  isStopping: () => boolean,
): Response {
  const encoder = new TextEncoder()
  const isEnd = (kind: string) => kind === 'end' || kind === 'failed'
  const body = new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await events.next()
      if (done || (isEnd(value.kind) && isStopping())) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
}
