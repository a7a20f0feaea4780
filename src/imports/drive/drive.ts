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
import type { Jobs } from '../jobs/jobs.ts'
import type { OAuthClientChoice } from './client-choice.ts'
import type { Connection } from './connection.ts'
import { DriveError, toAppError } from './drive-error.ts'
import type { DriveFailuresStore } from './failures.ts'
import type { ChosenFolder, Folder } from './folder.ts'
import { createFolderContent } from './folder-content.ts'
import type { ReturnPath } from './google-sign-in.ts'
import { createImportJobs } from './import-jobs.ts'
import type { DriveStore } from './store.ts'

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
  const imports = createImportJobs({ connection, folder, rows, failures, jobs })
  const content = createFolderContent({ store, connection, folder, rows, failures })

  const disconnect = async (change?: () => void): Promise<void> => {
    await imports.stop('Google Drive was disconnected')
    await connection.disconnect(change)
  }

  return {
    /**
     * See {@link Connection}. An import that is running is stopped only by another account, and
     * only with `mayStopImport`.
     * @throws AppError 409 not configured, or a running import.
     */
    begin: async (session: string, redir: ReturnPath, mayStopImport = false): Promise<string> => {
      if (connection.status().authenticated && !mayStopImport) imports.requireNone()
      return connection.begin(session, redir, mayStopImport)
    },
    /** @returns the path to redirect to. */
    finish: (session: string, callback: { state: string; code?: string | undefined }) =>
      connection.finish(session, callback, {
        isLive: imports.isRunning,
        stop: () => imports.stop('another Google account was connected'),
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
          await imports.stop('another folder was chosen')
        }
        return folder.set(found, imports.requireNone)
      }),
    /** Folders of a name, or in a folder. @throws AppError 400, 404, 409 not connected, 503. */
    folders: (query: DriveFoldersQuery): Promise<DriveFoldersNamed | DriveFolderBrowse> =>
      withAppErrors(async () =>
        query.name === undefined
          ? (await connection.open()).browse(query)
          : folder.named(query.name, query.pageToken),
      ),
    /** @throws AppError 404 no folder, 409 not connected, 503. */
    list: (): Promise<DriveFile[]> => withAppErrors(content.list),
    /** What an import would do, from one listing. @throws as list. */
    content: (): Promise<DriveFolderContent> => withAppErrors(content.summary),
    /** The new files; with `deleted`, those that were once deleted here. @throws as list. */
    check: (options: { deleted: boolean }): Promise<DriveFile[]> =>
      withAppErrors(() => content.check(options)),
    failures: (page: DriveFailuresQuery): DriveFailures => failures.page(page),
    /** Dismisses one failure, or all. @throws AppError 404 for a file that is not listed. */
    dismissFailures: async (fileId: string | null = null): Promise<DriveFailuresLeft> => {
      await store.note(() => failures.dismiss(fileId))
      const { total, dismissed } = failures.page({ limit: 1 })
      return { total, dismissed }
    },
    schedule: (wanted: DriveSchedule): Promise<Job> =>
      withAppErrors(() => imports.schedule(wanted)),
    isImporting: imports.isRunning,
    /** With `isWhole`, the latest one of all new files of a folder. */
    latest: (isWhole = false): LatestJob => imports.latest(isWhole),
    get: jobs.get,
    cancel: (id: string): Promise<Job> => jobs.cancel(id),
    /** Schedules a job and returns it at its end, or unfinished after a minute. */
    uploadAwaited: (limitMs: number = awaitLimitMs): Promise<Job> =>
      withAppErrors(async () => jobs.awaited((await imports.schedule({})).id, limitMs)),
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

async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DriveError ? toAppError(error) : error
  }
}
