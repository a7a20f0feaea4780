import { lstatSync, rmSync } from 'node:fs'
import { stackOf, warn } from '../core/log.ts'
import type { Services } from '../services.ts'
import { controlSocketPaths, noteControlSocket } from './control-paths.ts'
import { pathExplanation } from './explanation.ts'

/**
 * Accepts imports from `vitrine import` and the end of `vitrine media move` while the server runs;
 * never reachable over TCP.
 * @throws Error with one line if there is no place for the socket.
 */
export function openControlSocket(services: Services) {
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted

  const answerImport = async (request: Request): Promise<Response> => {
    // Loaded with the first import, which most servers never run.
    const { importFolder } = await import('../imports/intake/import-folder.ts')
    const { ImportRequest } = await import('../imports/intake/import-request.ts')
    const wanted = ImportRequest().safeParse(await request.json().catch(() => undefined))
    if (!wanted.success) return new Response('not an import', { status: 400 })
    const events = importFolder(wanted.data, services, () => isStopping() || request.signal.aborted)
    const onError = (reason: string) => ({ kind: 'end', reason })
    return lines(services.imports.follow(events), { isStopping, onError })
  }
  const answerMove = async (request: Request): Promise<Response> => {
    const { MoveRequest, finishHere, refusalToMove } = await import('./move-request.ts')
    const wanted = MoveRequest().safeParse(await request.json().catch(() => undefined))
    if (!wanted.success) return new Response('not a move', { status: 400 })
    const refusal = refusalToMove(wanted.data, services)
    if (refusal) return new Response(refusal, { status: 409 })
    if (wanted.data.isTrial) return new Response('yes')
    const signal = AbortSignal.any([stopping.signal, request.signal])
    const onError = (reason: string) => ({ kind: 'failed', reason, faults: [] })
    return lines(finishHere(wanted.data.to, services, signal), { isStopping, onError })
  }

  const server = listenAtFirst(services.config.data, async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'POST') return new Response('not found', { status: 404 })
    if (pathname === '/import') return answerImport(request)
    if (pathname === '/media-move') return answerMove(request)
    return new Response('not found', { status: 404 })
  })
  return {
    /** Finishes the files in progress and starts no others; a move is given up. */
    stopWork: () => stopping.abort(new Error('The server is stopping.')),
    stop: () => server.stop(),
  }
}

/**
 * At the first path that allows it: some file systems (exFAT, shares) have no sockets, and
 * something else can be at the path of one.
 */
function listenAtFirst(data: string, fetch: (request: Request) => Promise<Response>) {
  const errors: unknown[] = []
  for (const path of controlSocketPaths(data)) {
    try {
      const server = listenAt(path, fetch)
      noteControlSocket(data, path)
      return server
    } catch (error) {
      errors.push(error)
    }
  }
  const reasons = errors.map((error) => reasonOf(error, data))
  throw new Error(
    `The socket for "vitrine import" cannot be opened: ${reasons.join('; ')}. Remove what is there, or let this user write in the system's temporary folder (TMPDIR).`,
  )
}

function listenAt(path: string, fetch: (request: Request) => Promise<Response>) {
  const isPipe = process.platform === 'win32'
  // What is left of a server that was killed.
  if (!isPipe && lstatSync(path, { throwIfNoEntry: false })) rmSync(path)
  // The umask keeps others out from the beginning: a mode that is set later could come too late.
  const umask = process.umask(0o177)
  try {
    return Bun.serve({
      unix: path,
      // A machine that sleeps or is overloaded must not end an import, and
      // server.timeout(request, 0) is not enough for a stream. Bun honours this here, although its
      // types allow it only for TCP.
      ...({ idleTimeout: 0 } as object),
      fetch,
    })
  } finally {
    process.umask(umask)
  }
}

function reasonOf(error: unknown, data: string): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (pathExplanation(error, data, 'choose another folder') ?? code ?? message).replace(
    /\.$/,
    '',
  )
}

/** Ends without an 'end' when the server stops, so that the command continues elsewhere. */
function lines(
  events: AsyncGenerator<{ readonly kind: string }>,
  {
    isStopping,
    onError,
  }: {
    isStopping: () => boolean
    /** The last line if the work fails; a connection that only breaks would be tried again. */
    onError: (reason: string) => { readonly kind: string }
  },
): Response {
  let hasFailed = false
  const endOf = (error: unknown) => {
    if (isStopping()) throw error
    warn(`A command could not be carried out: ${stackOf(error)}`)
    hasFailed = true
    const reason = `the server reports an error: ${error instanceof Error ? error.message : String(error)}`
    return { value: onError(reason), done: false }
  }
  const encoder = new TextEncoder()
  const isEnd = (kind: string) => kind === 'end' || kind === 'failed'
  const body = new ReadableStream({
    pull: async (controller) => {
      if (hasFailed) {
        controller.close()
        return
      }
      const { value, done } = await events.next().catch(endOf)
      if (done || (isEnd(value.kind) && isStopping())) controller.close()
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/x-ndjson' } })
}
