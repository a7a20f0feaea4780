// Google's OAuth and Drive v3 as Google documents them, over real HTTP, for --google-url.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createChangeLog } from './fake-drive-changes.ts'
import type { Entry } from './fake-drive-entry.ts'
import { masked, parseQuery } from './fake-drive-query.ts'
import { createFakeOAuth } from './fake-google-oauth.ts'

const folderType = 'application/vnd.google-apps.folder'
const shortcutType = 'application/vnd.google-apps.shortcut'

type NewFile = {
  name: string
  bytes: Uint8Array
  /** Another than the bytes have; '' if Drive does not tell it. */
  md5?: string
  mimeType?: string
  trashed?: boolean
  canDownload?: boolean
}

/** An error to send instead of the normal response. */
export type Refusal = {
  status: number
  reason?: string
  message?: string
  retryAfterSeconds?: number
  /** The header itself, for example a date. */
  retryAfter?: string
  /** Sent instead of an error in JSON, as a web page. */
  page?: string
}

/** Pauses a download after its first half until it is released. */
export type Gate = { readonly reached: Promise<void>; readonly release: () => void }

export type FakeDrive = Awaited<ReturnType<typeof openFakeDrive>>

/** The most bytes of a download written at once; a small file arrives in two halves. */
const chunkBytes = 4096

export async function openFakeDrive() {
  const entries = new Map<string, Entry>()
  const sharedDrives = new Map<string, { name: string; isMember: boolean }>()
  const oauth = createFakeOAuth()
  const changes = createChangeLog()
  const fetches = new Map<string, number>()
  const resumes = new Map<string, number>()
  const cuts = new Map<string, number[]>()
  const gates = new Map<string, { reached: () => void; released: Promise<void> }>()
  const paths: string[] = []
  const program = {
    /** Called for every request to Drive; what it returns is sent instead. */
    refuse: (_path: string, _query: URLSearchParams): Refusal | undefined => undefined,
    pageSize: 1000,
    /** Searches over all drives report that they are incomplete, and omit shared drives. */
    isSearchCutShort: false,
    /** Between chunks of a download. */
    chunkPauseMs: 0,
    ignoresRanges: false,
    /** Downloads arrive as this instead of the file's own type. */
    contentType: undefined as string | undefined,
  }
  let open = 0
  let mostOpen = 0

  const root = newEntry({ name: 'My Drive', mimeType: folderType })
  entries.set(root.id, root)
  /** Drive accepts 'root' in requests, but its responses have the folder's own id. */
  const realId = (id: string): string => (id === 'root' ? root.id : id)
  const isMemberOf = (driveId: string | undefined): boolean =>
    driveId !== undefined && sharedDrives.get(driveId)?.isMember === true
  const noteChange = (entry: Entry) => changes.note(entry, isMemberOf(entry.driveId))
  const save = (entry: Entry): Entry => {
    entries.set(entry.id, entry)
    noteChange(entry)
    return entry
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.socket?.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const address = new URL(request.url ?? '/', url)
    paths.push(address.pathname)
    if (await oauth.answer(request, response, address)) return
    const refusal = program.refuse(address.pathname, address.searchParams)
    if (refusal) return sendRefusal(response, refusal)
    if (!oauth.isAuthorised(request.headers.authorization)) {
      return sendRefusal(response, {
        status: 401,
        reason: 'authError',
        message: 'Invalid Credentials',
      })
    }
    const [, drive, version, kind, id] = address.pathname.split('/').map(decodeURIComponent)
    if (drive !== 'drive' || version !== 'v3') return sendRefusal(response, { status: 404 })
    const query = address.searchParams
    if (kind === 'about') {
      const emailAddress = oauth.accountOf(request.headers.authorization)
      return sendJson(response, { user: { emailAddress } })
    }
    if (kind === 'drives') return sendDrives(response, query, id)
    if (kind === 'changes') return sendChanges(response, query, id)
    if (kind !== 'files') return sendRefusal(response, { status: 404 })
    if (id === undefined) return sendList(response, query)
    const entry = entries.get(realId(id))
    const isHiddenTop = entry?.driveId === id && !sharedDrives.get(id)?.isMember
    const isAsked = !entry?.driveId || query.get('supportsAllDrives') === 'true'
    if (!entry || isHiddenTop || !isAsked) return sendNotFound(response, `File not found: ${id}.`)
    if (query.get('alt') === 'media') return sendBytes(request, response, entry)
    const shown = { ...entry, trashed: isTrashed(entry) }
    sendJson(response, masked(shown, query.get('fields') ?? 'id, name, mimeType'))
  }

  function sendDrives(response: ServerResponse, query: URLSearchParams, id: string | undefined) {
    const drives = [...sharedDrives]
      .filter(([, { isMember }]) => isMember)
      .map(([driveId, { name }]) => ({ id: driveId, name }))
    if (id === undefined) return sendPage(response, query, 'drives', drives, 1)
    const drive = drives.find((each) => each.id === id)
    if (drive) sendJson(response, drive)
    else sendNotFound(response, `Shared drive not found: ${id}`)
  }

  /** Of a folder that was moved or trashed, only the folder itself is listed, not its content. */
  function sendChanges(response: ServerResponse, query: URLSearchParams, id: string | undefined) {
    const driveId = query.get('driveId')
    const areAllAsked = query.get('supportsAllDrives') === 'true'
    if (driveId !== null && !(areAllAsked && isMemberOf(driveId))) {
      return sendNotFound(response, `Shared drive not found: ${driveId}`)
    }
    const corpus = driveId ?? 'user'
    if (id === 'startPageToken') {
      return sendJson(response, { startPageToken: changes.startToken(corpus) })
    }
    const most = Math.min(Number(query.get('pageSize') ?? 100), program.pageSize)
    const page = changes.page(query.get('pageToken') ?? '', corpus, most)
    if (!page) {
      return sendRefusal(response, { status: 400, reason: 'invalid', message: 'Invalid Value' })
    }
    const areSharedIncluded = areAllAsked && query.get('includeItemsFromAllDrives') === 'true'
    const fields = query.get('fields') ?? 'changes(fileId,removed)'
    const ofChange = /changes\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/.exec(fields)?.[1] ?? ''
    const ofFile = /file\(((?:[^()]|\([^()]*\))*)\)/.exec(ofChange)?.[1] ?? ''
    const listed = page.fileIds.flatMap(({ fileId, time }) => {
      const entry = entries.get(fileId)
      if (entry?.driveId && !areSharedIncluded) return []
      const change = { changeType: 'file', time, fileId, removed: entry === undefined }
      const shown = masked(change, ofChange.replace(/file\(.*\)/, ''))
      if (!entry) return query.get('includeRemoved') === 'false' ? [] : [shown]
      return [{ ...shown, file: masked({ ...entry, trashed: isTrashed(entry) }, ofFile) }]
    })
    const next = masked(page.next, fields.replace(/changes\(.*\)/, ''))
    sendJson(response, { changes: listed, ...next })
  }

  function sendList(response: ServerResponse, query: URLSearchParams) {
    const corpora = query.get('corpora') ?? 'user'
    const isEverywhere =
      query.get('includeItemsFromAllDrives') === 'true' && query.get('supportsAllDrives') === 'true'
    const isCutShort = corpora === 'allDrives' && program.isSearchCutShort
    const driveId = query.get('driveId') ?? ''
    if (corpora === 'drive' && !sharedDrives.get(driveId)?.isMember) {
      return sendNotFound(response, `Shared drive not found: ${driveId}`)
    }
    const matches = parseQuery((query.get('q') ?? '').replaceAll("'root' in", `'${root.id}' in`))
    const found = [...entries.values()].filter((entry) => {
      const isMember = entry.driveId && sharedDrives.get(entry.driveId)?.isMember
      if (entry.driveId && !isEverywhere) return false
      // What someone shared out of their drive is among the owner's own files.
      if (isMember && (isCutShort || corpora === 'user')) return false
      if (entry.driveId === entry.id || entry === root) return false
      if (corpora === 'drive' && entry.driveId !== driveId) return false
      return matches({ ...entry, trashed: isTrashed(entry) })
    })
    if (query.get('orderBy') === 'name_natural') {
      found.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    }
    const fields = /files\((.*)\)$/.exec(query.get('fields') ?? '')?.[1] ?? 'id, name, mimeType'
    const files = found.map((entry) => masked(entry, fields))
    const most = Math.min(Number(query.get('pageSize') ?? 100), program.pageSize)
    sendPage(response, query, 'files', files, most, { incompleteSearch: isCutShort })
  }

  const isTrashed = (entry: Entry): boolean =>
    entry.trashed ||
    (entry.parents ?? []).some((id) => {
      const parent = entries.get(id)
      return parent !== undefined && isTrashed(parent)
    })

  async function sendBytes(request: IncomingMessage, response: ServerResponse, entry: Entry) {
    if (entry.capabilities?.canDownload === false) {
      const message = 'This file cannot be downloaded by the user.'
      return sendRefusal(response, { status: 403, reason: 'cannotDownloadFile', message })
    }
    const bytes = entry.bytes ?? new Uint8Array()
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
    const from = range && !program.ignoresRanges ? Number(range[1]) : 0
    const counter = range ? resumes : fetches
    if (from > 0 && from >= bytes.length) {
      return sendRefusal(response, { status: 416, reason: 'requestedRangeNotSatisfiable' })
    }
    counter.set(entry.id, (counter.get(entry.id) ?? 0) + 1)
    mostOpen = Math.max(mostOpen, ++open)
    response.on('close', () => open--)
    response.writeHead(from > 0 ? 206 : 200, {
      'Content-Type': program.contentType ?? entry.mimeType,
      'Content-Length': bytes.length - from,
      ...(from > 0 && { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    })
    const end = cuts.get(entry.id)?.shift() ?? bytes.length
    const gate = gates.get(entry.id)
    const step = Math.min(chunkBytes, Math.ceil(bytes.length / 2))
    for (let at = from; at < end; at += step) {
      if (gate && at >= bytes.length / 2) {
        gate.reached()
        await gate.released
      }
      if (program.chunkPauseMs > 0) await Bun.sleep(program.chunkPauseMs)
      response.write(bytes.subarray(at, Math.min(at + step, end)))
    }
    if (end >= bytes.length) return response.end()
    // What was written must leave before the connection breaks.
    await new Promise((resolve) => setImmediate(resolve))
    await Bun.sleep(5)
    response.socket?.destroy()
  }

  const addFolder = (
    name: string,
    options: { parent?: string; driveId?: string; trashed?: boolean; isForeign?: boolean } = {},
  ): string => {
    const { parent = options.driveId ?? 'root', driveId, trashed = false, isForeign } = options
    const entry = newEntry({
      name,
      mimeType: folderType,
      trashed,
      ownedByMe: !isForeign,
      ...(!isForeign && { parents: [realId(parent)] }),
      ...(driveId && { driveId }),
    })
    return save(entry).id
  }
  const addFile = (folder: string, file: NewFile): Entry => {
    const driveId = entries.get(realId(folder))?.driveId
    const { md5 = md5Of(file.bytes) } = file
    const entry = newEntry({
      name: file.name,
      mimeType: file.mimeType ?? 'image/jpeg',
      parents: [realId(folder)],
      trashed: file.trashed ?? false,
      bytes: file.bytes,
      size: String(file.bytes.length),
      headRevisionId: randomUUID(),
      capabilities: { canDownload: file.canDownload ?? true },
      ...(md5 !== '' && { md5Checksum: md5 }),
      ...(driveId && { driveId }),
    })
    return save(entry)
  }

  return {
    url,
    clientId: oauth.clientId,
    clientSecret: oauth.clientSecret,
    oauth,
    program,
    /** The paths of all requests so far. */
    paths,
    /** The number of requests so far for lists of files or changes. */
    lists: () => paths.filter((path) => /^\/drive\/v3\/(files|changes)$/.test(path)).length,
    addFolder,
    addFile,
    /** A shortcut in a folder, by default in the top one. */
    addShortcut: (name: string, targetId: string, parent = 'root'): string => {
      const targetMimeType = entries.get(targetId)?.mimeType ?? ''
      const entry = newEntry({
        name,
        mimeType: shortcutType,
        parents: [realId(parent)],
        shortcutDetails: { targetId, targetMimeType },
      })
      return save(entry).id
    },
    /** Saves another content of a file. */
    change: (id: string, bytes: Uint8Array): Entry => {
      const entry = entries.get(id)!
      const modifiedTime = new Date(Date.UTC(2025, 6, 1) + 1000 * ++made).toISOString()
      const size = String(bytes.length)
      Object.assign(entry, { bytes, size, modifiedTime, headRevisionId: randomUUID() })
      if (entry.md5Checksum !== undefined) entry.md5Checksum = md5Of(bytes)
      noteChange(entry)
      return entry
    },
    /** Renames, moves, trashes or restores. */
    update: (id: string, values: { name?: string; parent?: string; trashed?: boolean }): Entry => {
      const { parent, ...others } = values
      return save(Object.assign(entries.get(id)!, others, parent && { parents: [realId(parent)] }))
    },
    /** A shared drive; its id is also its top folder's. Others' drives are not listed. */
    addSharedDrive: (name: string, { isMember = true } = {}): string => {
      const id = newEntry({ name: '', mimeType: folderType }).id
      sharedDrives.set(id, { name, isMember })
      entries.set(id, newEntry({ id, name: 'Drive', mimeType: folderType, driveId: id }))
      return id
    },
    entry: (id: string) => entries.get(realId(id))!,
    /** Deletes for good. */
    remove: (id: string) => {
      const entry = entries.get(id)
      entries.delete(id)
      if (entry) noteChange(entry)
    },
    /** From now on, the page tokens given out so far are refused. */
    expirePageTokens: changes.expireTokens,
    /** The next downloads of a file break after these numbers of bytes, one each. */
    cut: (id: string, ...afterBytes: number[]) => cuts.set(id, afterBytes),
    gate: (id: string): Gate => {
      const reached = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      gates.set(id, { reached: reached.resolve, released: released.promise })
      return {
        reached: reached.promise,
        release: () => {
          gates.delete(id)
          released.resolve()
        },
      }
    },
    /** How often a file was downloaded from its start. */
    fetches: (id: string) => fetches.get(id) ?? 0,
    /** How often a download of a file was resumed. */
    resumes: (id: string) => resumes.get(id) ?? 0,
    totalFetches: () => [...fetches.values()].reduce((sum, count) => sum + count, 0),
    mostOpenDownloads: () => mostOpen,
    [Symbol.asyncDispose]: async () => {
      for (const { reached } of gates.values()) reached()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let made = 0

function newEntry(entry: Partial<Entry> & Pick<Entry, 'name' | 'mimeType'>): Entry {
  const createdTime = new Date(Date.UTC(2025, 0, 1) + 1000 * ++made).toISOString()
  return {
    id: `1${randomUUID().replaceAll('-', '_')}${randomBytes(3).toString('hex')}`,
    ownedByMe: true,
    trashed: false,
    createdTime,
    modifiedTime: createdTime,
    ...entry,
  }
}

function sendPage(
  response: ServerResponse,
  query: URLSearchParams,
  kind: string,
  items: unknown[],
  most: number,
  more: object = {},
) {
  const token = query.get('pageToken')
  if (token !== null && !/^page-\d+$/.test(token)) {
    return sendRefusal(response, { status: 400, reason: 'invalid', message: 'Invalid Value' })
  }
  const start = Number(token?.replace('page-', '') ?? 0)
  const next = start + most
  sendJson(response, {
    [kind]: items.slice(start, next),
    ...more,
    ...(next < items.length && { nextPageToken: `page-${next}` }),
  })
}

function sendJson(response: ServerResponse, body: unknown, status = 200, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8', ...headers })
  response.end(JSON.stringify(body))
}

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

const sendNotFound = (response: ServerResponse, message: string) =>
  sendRefusal(response, { status: 404, reason: 'notFound', message })

function sendRefusal(response: ServerResponse, refusal: Refusal) {
  const { status, reason = 'backendError', message = 'Refused.', retryAfterSeconds, page } = refusal
  if (page !== undefined) {
    return void response.writeHead(status, { 'Content-Type': 'text/html' }).end(page)
  }
  const retryAfter = refusal.retryAfter ?? retryAfterSeconds?.toString()
  sendJson(
    response,
    { error: { code: status, message, errors: [{ domain: 'global', reason, message }] } },
    status,
    retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
  )
}
