import { asDriveError, DriveError } from './drive-error.ts'
import type { DriveV3, FileEntry, OAuthClient } from './load-google.ts'
import type { RetryPolicy } from './retry-policies.ts'

/** `driveId` is that of a shared drive. */
export type Scope = { corpora: 'user' | 'drive' | 'allDrives'; driveId?: string }

/** Runs a search where the files of a folder are found. */
export type InFolder = <T>(
  folder: { readonly driveId?: string },
  search: (scope: Scope) => Promise<T>,
) => Promise<T>

type Page<T> = { readonly items: T[]; readonly next: string | undefined }

/** `isWhole` is false if Drive reports an incomplete search. */
type Found = { readonly files: FileEntry[]; readonly isWhole: boolean }

/** A file that changed, or 'removed' if it was deleted or is no longer shared. */
type ChangedFile = { readonly id: string; readonly file: FileEntry | 'removed' }

/** `token` is for the changes after these. */
export type Changes = { readonly files: ChangedFile[]; readonly token: string }

/** Drive's maximum. */
const maxPageSize = 1000

/** Shared drives are left out unless both are set. */
const everywhere = { supportsAllDrives: true, includeItemsFromAllDrives: true } as const

type Call = <T extends { data: unknown }>(work: () => Promise<T>) => Promise<T['data']>

/** What the requests share; `options` go with each. */
type Caller = {
  readonly api: DriveV3
  readonly call: Call
  readonly options: { readonly signal?: AbortSignal }
}

type RequestParts = {
  readonly api: DriveV3
  readonly client: OAuthClient
  readonly withRetries: RetryPolicy
  readonly onRefused: () => Promise<void>
  readonly signal?: AbortSignal | undefined
}

export type Requests = ReturnType<typeof createRequests>

/**
 * Requests to Drive's API. `onRefused` is called when Google no longer accepts the connection; a
 * `signal` is a job's.
 */
export function createRequests(parts: RequestParts) {
  const { api, withRetries, signal } = parts
  const authorised = <T>(work: () => Promise<T>): Promise<T> => runAuthorised(work, parts)
  const caller: Caller = {
    api,
    call: (work) => withRetries(() => authorised(async () => parsed((await work()).data))),
    options: signal ? { signal } : {},
  }
  return {
    authorised,
    ...fileRequests(caller),
    ...sharedDriveRequests(caller),
    ...changeRequests(caller),
  }
}

/**
 * A 401 can mean an access token that was revoked early, so a new one is requested. If Google
 * issues it, the connection is good, and the 401 is about this request alone.
 */
async function runAuthorised<T>(
  work: () => Promise<T>,
  { client, onRefused }: RequestParts,
): Promise<T> {
  try {
    return await work().catch(async (thrown: unknown) => {
      if (asDriveError(thrown).status !== 401) throw thrown
      await client.refreshAccessToken()
      return work()
    })
  } catch (thrown) {
    const error = asDriveError(thrown)
    if (error.kind === 'refused') await onRefused()
    throw error
  }
}

function fileRequests({ api, call, options }: Caller) {
  const list = (
    q: string,
    fields: string,
    scope: Scope,
    page: { pageToken?: string | undefined; pageSize?: number; orderBy?: string } = {},
  ) => {
    const { pageToken, pageSize = maxPageSize, orderBy } = page
    return call(() =>
      api.files.list(
        {
          q,
          fields: `nextPageToken, incompleteSearch, files(${fields})`,
          pageSize,
          ...everywhere,
          ...scope,
          ...(pageToken && { pageToken }),
          ...(orderBy && { orderBy }),
        },
        options,
      ),
    )
  }

  return {
    /** One page of a search. */
    list,
    /** All pages of a search. */
    search: async (q: string, fields: string, scope: Scope): Promise<Found> => {
      let isWhole = true
      const files = await every(async (pageToken) => {
        const data = await list(q, fields, scope, { pageToken })
        if (data.incompleteSearch) isWhole = false
        return { items: data.files ?? [], next: data.nextPageToken ?? undefined }
      })
      return { files, isWhole }
    },
    /** A file's metadata. */
    file: (fileId: string, fields: string): Promise<FileEntry> =>
      call(() => api.files.get({ fileId, fields, supportsAllDrives: true }, options)),
  }
}

function sharedDriveRequests({ api, call, options }: Caller) {
  const drives = async (pageToken: string | undefined): Promise<Page<FileEntry>> => {
    const data = await call(() =>
      api.drives.list({ pageSize: 100, ...(pageToken && { pageToken }) }, options),
    )
    return { items: data.drives ?? [], next: data.nextPageToken ?? undefined }
  }

  return {
    /** One page of the shared drives that the owner is a member of. */
    drives,
    allDrives: (): Promise<FileEntry[]> => every(drives),
    /** A shared drive's name. */
    driveName: async (driveId: string): Promise<string | undefined> =>
      (await call(() => api.drives.get({ driveId, fields: 'name' }, options))).name ?? undefined,
  }
}

/** What has changed in the owner's files or, with a `driveId`, in a shared drive. */
function changeRequests({ api, call, options }: Caller) {
  return {
    /** A page token for the changes from now on. */
    startToken: async (driveId: string | undefined): Promise<string> => {
      const data = await call(() =>
        api.changes.getStartPageToken(
          { supportsAllDrives: true, ...(driveId && { driveId }) },
          options,
        ),
      )
      return required(data.startPageToken)
    },
    /** All changes since the page token. */
    changes: async (
      token: string,
      fields: string,
      driveId: string | undefined,
    ): Promise<Changes> => {
      let start = ''
      const changes = await every(async (pageToken = token) => {
        const data = await call(() =>
          api.changes.list(
            {
              pageToken,
              fields: `nextPageToken, newStartPageToken, changes(changeType, fileId, removed, file(${fields}))`,
              pageSize: maxPageSize,
              ...everywhere,
              ...(driveId && { driveId }),
            },
            options,
          ),
        )
        const next = data.nextPageToken ?? undefined
        if (next === undefined) start = required(data.newStartPageToken)
        return { items: data.changes ?? [], next }
      })
      const files = changes.flatMap(({ fileId, removed, file }) =>
        fileId ? [{ id: fileId, file: removed || !file ? ('removed' as const) : file }] : [],
      )
      return { files, token: start }
    },
  }
}

async function every<T>(page: (pageToken: string | undefined) => Promise<Page<T>>): Promise<T[]> {
  const all: T[] = []
  for (let token: string | undefined, isLast = false; !isLast; ) {
    const { items, next } = await page(token)
    all.push(...items)
    token = next
    isLast = next === undefined
  }
  return all
}

function required(token: string | null | undefined): string {
  if (token) return token
  throw new DriveError('transient', 'Google Drive sent no page token')
}

/** A network's own sign-in page arrives as text, which would look like an empty list. */
function parsed<T>(data: T): T {
  if (typeof data === 'object' && data !== null) return data
  throw new DriveError('transient', 'Google sent a web page instead of a response')
}
