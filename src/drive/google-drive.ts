import type { DriveFile, DriveFolder } from '../contract/drive.ts'
import { maxTries, type Pause, withBackOff } from './back-off.ts'
import { asDriveError, DriveError } from './drive-error.ts'
import { readBody } from './file-body.ts'
import { folderPath } from './folder-path.ts'
import type { DriveV3, FileEntry, OAuthClient } from './load-google.ts'

/** `driveId` is that of its shared drive. */
export type FoundFolder = {
  readonly id: string
  readonly name: string
  readonly driveId?: string
  readonly createdTime: string
}

/** Read-only. Every method can throw DriveError; a signal is a job's. */
export type GoogleDrive = ReturnType<typeof createGoogleDrive>

const folderType = 'application/vnd.google-apps.folder'
/** Drive's maximum. */
const pageSize = 1000
/** Interactive requests make four pauses of about 7 s in total; jobs retry longer. */
const fewTries = 5

/** Shared drives are left out unless both are set. */
const everywhere = { supportsAllDrives: true, includeItemsFromAllDrives: true } as const

type Page<T> = { items: T[]; next: string | null | undefined }

/** `onRefused` is called when Google no longer accepts the connection. */
export function createGoogleDrive(parts: {
  api: DriveV3
  client: OAuthClient
  pause: Pause
  onRefused: () => Promise<void>
}) {
  const { api, client, pause, onRefused } = parts

  /** A 401 can mean an access token that was revoked early; a new one will show. */
  const authorised = async <T>(work: () => Promise<T>): Promise<T> => {
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
  const call = <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    withBackOff(() => authorised(work), { pause, signal, tries: signal ? maxTries : fewTries })

  const every = async <T>(page: (pageToken?: string) => Promise<Page<T>>, signal?: AbortSignal) => {
    const all: T[] = []
    for (let token: string | undefined, isLast = false; !isLast; ) {
      const { items, next } = await call(() => page(token), signal)
      all.push(...items)
      token = next ?? undefined
      isLast = token === undefined
    }
    return all
  }

  const sharedDriveIds = () =>
    every(async (pageToken) => {
      const { data } = await api.drives.list({ pageSize: 100, ...(pageToken && { pageToken }) })
      return { items: (data.drives ?? []).flatMap(({ id }) => id ?? []), next: data.nextPageToken }
    })

  /** `isWhole` is false if Drive reports an incomplete search. */
  const search = async (
    q: string,
    fields: string,
    scope: { corpora: 'user' | 'drive' | 'allDrives'; driveId?: string },
    signal?: AbortSignal,
  ) => {
    let isWhole = true
    const files = await every(async (pageToken) => {
      const { data } = await api.files.list(
        {
          q,
          fields: `nextPageToken, incompleteSearch, files(${fields})`,
          pageSize,
          ...everywhere,
          ...scope,
          ...(pageToken && { pageToken }),
        },
        signal ? { signal } : {},
      )
      if (data.incompleteSearch) isWhole = false
      return { items: data.files ?? [], next: data.nextPageToken }
    }, signal)
    return { files, isWhole }
  }

  /** Drive's search of everything can be incomplete; searching each drive is not. */
  const searchAllDrives = async (q: string, fields: string): Promise<FileEntry[]> => {
    const { files, isWhole } = await search(q, fields, { corpora: 'allDrives' })
    if (isWhole) return files
    const all = (await search(q, fields, { corpora: 'user' })).files
    for (const driveId of await sharedDriveIds()) {
      all.push(...(await search(q, fields, { corpora: 'drive', driveId })).files)
    }
    return all
  }

  /** Only the first page: that is enough to tell folders apart. */
  const countJpegs = async ({ id, driveId }: FoundFolder): Promise<number> => {
    const { data } = await call(() =>
      api.files.list({
        q: jpegsOf(id),
        fields: 'files(id)',
        pageSize,
        ...everywhere,
        ...scopeOf(driveId),
      }),
    )
    return data.files?.length ?? 0
  }

  return {
    /** In the owner's drive, shared with them and in shared drives. */
    foldersNamed: async (name: string): Promise<FoundFolder[]> => {
      const q = `mimeType = '${folderType}' and name = '${quoted(name)}' and trashed = false`
      const found = await searchAllDrives(q, 'id, name, driveId, createdTime')
      const folders = new Map(found.map((file) => [file.id, toFolder(file)]))
      return [...folders.values()].filter((folder) => folder.name === name)
    },
    described: async (folder: FoundFolder): Promise<DriveFolder> => {
      const { id, createdTime } = folder
      const [path, photos] = await Promise.all([folderPath(id, api, call), countJpegs(folder)])
      return { id, path, createdTime, photos }
    },
    /** Undefined if there is no such folder or it is in the bin. */
    folder: async (id: string, signal?: AbortSignal): Promise<FoundFolder | undefined> => {
      const fields = 'id, name, driveId, createdTime, mimeType, trashed'
      try {
        const { data } = await call(
          () => api.files.get({ fileId: id, fields, supportsAllDrives: true }),
          signal,
        )
        return data.mimeType === folderType && !data.trashed ? toFolder(data) : undefined
      } catch (error) {
        if (error instanceof DriveError && error.kind === 'gone') return undefined
        throw error
      }
    },
    /** All JPEGs directly in a folder, each once, by name. */
    jpegsIn: async ({ id, driveId }: FoundFolder, signal?: AbortSignal): Promise<DriveFile[]> => {
      const { files, isWhole } = await search(
        jpegsOf(id),
        'id, name, mimeType, md5Checksum, createdTime, size',
        scopeOf(driveId),
        signal,
      )
      if (!isWhole) throw new DriveError('transient', 'Google Drive returned incomplete results')
      // A file that changes while pages are read can be on two of them.
      const each = new Map(files.map((file) => [file.id, toFile(file)]))
      return [...each.values()].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
    },
    /** A file's bytes from an offset, without retrying. */
    read: (fileId: string, from: number, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> =>
      authorised(() => readBody(api, fileId, from, signal)),
  }
}

/** Escapes a name for a query. */
const quoted = (text: string) => text.replace(/[\\']/g, (character) => `\\${character}`)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const jpegsOf = (folderId: string) =>
  `'${quoted(folderId)}' in parents and mimeType = 'image/jpeg' and trashed = false`

const scopeOf = (driveId: string | undefined) =>
  driveId === undefined ? ({ corpora: 'user' } as const) : ({ corpora: 'drive', driveId } as const)

const toFolder = ({ id, name, driveId, createdTime }: FileEntry): FoundFolder => ({
  id: id ?? '',
  name: name ?? '',
  ...(driveId && { driveId }),
  createdTime: createdTime ?? '',
})

const toFile = (file: FileEntry): DriveFile => ({
  id: file.id ?? '',
  name: file.name ?? '',
  mimeType: file.mimeType ?? '',
  md5Checksum: file.md5Checksum ?? '',
  createdTime: file.createdTime ?? '',
  size: Number(file.size ?? 0),
})
