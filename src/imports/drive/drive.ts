import type {
  DriveFailures,
  DriveFailuresLeft,
  DriveFailuresQuery,
  DriveFile,
  DriveFolderBrowse,
  DriveFolderChoice,
  DriveFolderContent,
  DriveFoldersNamed,
  DriveFoldersQuery,
  DriveSchedule,
  DriveStatus,
} from '../../contract/imports/drive.ts'
import type { GoogleClient, GoogleClientChange } from '../../contract/imports/google-client.ts'
import type { Job, LatestJob } from '../../contract/imports/jobs.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { contentOf, sortFiles } from './check.ts'
import type { OAuthClientChoice } from './client.ts'
import type { Connection, ReturnPath } from './connection.ts'
import { DriveError, toAppError } from './drive-error.ts'
import type { DriveFailuresStore } from './failures.ts'
import type { ChosenFolder, Folder } from './folder.ts'
import { type FoundFile, toDriveFile } from './found-file.ts'
import { importIsRunning } from './running-import.ts'
import type { DriveStore } from './store.ts'

export const driveImport = 'drive import'

/** How long PUT /api/drive/upload waits for its job to end, in ms. */
const awaitLimitMs = 60_000

export type Drive = ReturnType<typeof createDrive>

export function createDrive({
  store,
  connection,
  folder,
  rows,
  failures,
  jobs,
  client,
}: {
  store: Store
  connection: Connection
  folder: Folder
  rows: DriveStore
  failures: DriveFailuresStore
  jobs: Jobs
  client: OAuthClientChoice
}) {
  const known = { rows, failures }
  const list = async (): Promise<readonly FoundFile[]> =>
    (await folder.files(await connection.open())).files
  const refuseDuringImport = () => {
    const live = jobs.live(driveImport)
    if (live) throw importIsRunning(live)
  }
  const stopImport = async (reason: string) => {
    const live = jobs.live(driveImport)
    if (live) await jobs.cancel(live.id, reason)
  }
  /**
   * A running import of all new files is returned unchanged, but selected files are no part of it.
   * @throws AppError 409 not connected or a running import, 404 no folder or no such files.
   */
  const schedule = async ({ fileIds, failed }: DriveSchedule): Promise<Job> => {
    const isSelection = failed || fileIds !== undefined
    const live = jobs.live(driveImport)
    if (live) {
      if (isSelection) throw importIsRunning(live)
      return live
    }
    const wanted = failed ? failures.listedIds() : fileIds && [...new Set(fileIds)]
    const unknown = wanted?.filter((id) => failures.nameOf(id) === undefined) ?? []
    // Refuses a job that could only fail.
    if (unknown.length > 0) requireFiles(unknown, await list())
    else await folder.of(await connection.open())
    return jobs.schedule(driveImport, wanted, {
      folder: () => rows.get().folder_name,
      onLive: (job) => {
        if (isSelection) throw importIsRunning(job)
      },
    })
  }

  const disconnect = async (change?: () => void): Promise<void> => {
    await stopImport('Google Drive was disconnected')
    await connection.disconnect(change)
  }

  return {
    /**
     * See {@link Connection}. An import that is running is stopped only by another account, and
     * only with `mayStopImport`.
     * @throws AppError 409 not configured, or a running import.
     */
    begin: async (session: string, redir: ReturnPath, mayStopImport = false): Promise<string> => {
      if (connection.status().authenticated && !mayStopImport) refuseDuringImport()
      return connection.begin(session, redir, mayStopImport)
    },
    /** @returns the path to redirect to. */
    finish: (session: string, callback: { state: string; code?: string | undefined }) =>
      connection.finish(session, callback, {
        isLive: () => jobs.live(driveImport) !== undefined,
        stop: () => stopImport('another Google account was connected'),
      }),
    status: (): DriveStatus => connection.status(),
    chosenFolder: (): ChosenFolder => folder.chosen(),
    /**
     * @throws AppError 404, 409 not connected, several (details.folders), or an import from another
     * folder that may not be stopped (details.import), 503.
     */
    setFolder: (choice: DriveFolderChoice): Promise<ChosenFolder> =>
      withAppErrors(async () => {
        const found = await folder.find(choice)
        if (choice.stopImport && found.id !== folder.chosen().driveFolderId) {
          await stopImport('another folder was chosen')
        }
        return folder.set(found, refuseDuringImport)
      }),
    /** Folders of a name, or in a folder. @throws AppError 400, 404, 409 not connected, 503. */
    folders: (query: DriveFoldersQuery): Promise<DriveFoldersNamed | DriveFolderBrowse> =>
      withAppErrors(async () =>
        query.name === undefined
          ? (await connection.open()).browse(query)
          : folder.named(query.name, query.pageToken),
      ),
    /** @throws AppError 404 no folder, 409 not connected, 503. */
    list: (): Promise<DriveFile[]> => withAppErrors(async () => (await list()).map(toDriveFile)),
    /** What an import would do, from one listing. @throws as list. */
    content: (): Promise<DriveFolderContent> =>
      withAppErrors(async () => {
        const drive = await connection.open()
        const { driveFolderName } = folder.chosen()
        const { files, omitted } = await folder.files(drive)
        const content = contentOf(files, known)
        // They are listed as blocked now, and not as failed too.
        const failed = content.blocked.filter(({ fileId }) => failures.nameOf(fileId) !== undefined)
        if (failed.length > 0) {
          await store.note(() => failed.forEach(({ fileId }) => void failures.remove(fileId)))
        }
        return { folder: driveFolderName, ...content, omitted }
      }),
    /** The new files; with `deleted`, those that were once deleted here. @throws as list. */
    check: ({ deleted }: { deleted: boolean }): Promise<DriveFile[]> =>
      withAppErrors(async () => {
        const sorted = sortFiles(await list(), known)
        return (deleted ? sorted.deleted : sorted.fresh).map(({ file }) => toDriveFile(file))
      }),
    failures: (page: DriveFailuresQuery): DriveFailures => failures.page(page),
    /** Of one file, or of all. @throws AppError 404 for a file that is not listed. */
    dismissFailures: async (fileId: string | null = null): Promise<DriveFailuresLeft> => {
      await store.note(() => failures.dismiss(fileId))
      const { total, dismissed } = failures.page({ limit: 1 })
      return { total, dismissed }
    },
    schedule: (wanted: DriveSchedule): Promise<Job> => withAppErrors(() => schedule(wanted)),
    isImporting: (): boolean => jobs.live(driveImport) !== undefined,
    /** With `isWhole`, the latest one of all new files of a folder. */
    latest: (isWhole = false): LatestJob => jobs.latest(driveImport, isWhole),
    get: jobs.get,
    cancel: (id: string): Promise<Job> => jobs.cancel(id),
    /** Schedules a job and returns it at its end, or unfinished after a minute. */
    uploadAwaited: (limitMs: number = awaitLimitMs): Promise<Job> =>
      withAppErrors(async () => jobs.awaited((await schedule({})).id, limitMs)),
    /** Stops a running import, revokes the token at Google and deletes it. */
    disconnect: async (): Promise<{ authenticated: false }> => {
      await disconnect()
      return { authenticated: false }
    },
    client: (): GoogleClient => client.get(),
    /**
     * Google Drive is disconnected, because a connection works only with the client that made it.
     * @throws AppError 409 if the configuration sets the client, 400 without a secret for it.
     */
    setClient: async (choice: GoogleClientChange): Promise<GoogleClient> => {
      const change = client.changeTo(choice)
      if (change) await disconnect(change)
      return client.get()
    },
    /** Like setClient. */
    removeClient: async (): Promise<GoogleClient> => {
      const change = client.removal()
      if (change) await disconnect(change)
      return client.get()
    },
  }
}

/** @throws AppError 404 for what is not among the files. */
function requireFiles(ids: readonly string[], files: readonly FoundFile[]): void {
  const present = new Set(files.map(({ id }) => id))
  const missing = ids.filter((id) => !present.has(id))
  if (missing.length === 0) return
  const message =
    missing.length === 1
      ? `the file with the ID “${missing[0]}” is not in the folder`
      : `${missing.length} of the files are not in the folder`
  throw new AppError(404, `${message}; nothing was imported`, {
    field: 'fileIds',
    fileIds: missing,
  })
}

async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DriveError ? toAppError(error) : error
  }
}
