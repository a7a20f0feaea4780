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
  GoogleClient,
  GoogleClientChange,
} from '../contract/drive.ts'
import type { Job, LatestJob } from '../contract/jobs.ts'
import type { Store } from '../database/open.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { contentOf, sortFiles } from './check.ts'
import type { OAuthClientChoice } from './client.ts'
import type { Connection, ReturnPath } from './connection.ts'
import { DriveError, toAppError } from './drive-error.ts'
import type { DriveFailuresStore } from './failures.ts'
import type { ChosenFolder, Folder } from './folder.ts'
import { type FoundFile, toDriveFile } from './found-file.ts'
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
  const list = async (): Promise<FoundFile[]> => folder.files(await connection.open())
  /** Returns a live job unchanged. @throws AppError 409 not connected, 404 no folder. */
  const schedule = async ({ fileIds, failed }: DriveSchedule): Promise<Job> => {
    const live = jobs.live(driveImport)
    if (live) return live
    // Refuses a job that could only fail.
    await folder.of(await connection.open())
    const wanted = failed ? failures.listedIds() : fileIds && [...new Set(fileIds)]
    return jobs.schedule(driveImport, wanted)
  }

  const disconnect = async (change?: () => void): Promise<void> => {
    const live = jobs.live(driveImport)
    if (live) await jobs.cancel(live.id, 'Google Drive was disconnected')
    await connection.disconnect(change)
  }

  return {
    /** See {@link Connection}. @throws AppError 409 not configured. */
    begin: (session: string, redir: ReturnPath): Promise<string> =>
      connection.begin(session, redir),
    /** @returns the path to redirect to. */
    finish: connection.finish,
    status: (): DriveStatus => connection.status(),
    chosenFolder: (): ChosenFolder => folder.chosen(),
    /** @throws AppError 404, 409 not connected or several (details.folders), 503. */
    setFolder: (choice: DriveFolderChoice): Promise<ChosenFolder> =>
      withAppErrors(() => folder.choose(choice)),
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
      withAppErrors(async () => contentOf(await list(), known)),
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
      return { total: failures.total() }
    },
    schedule: (wanted: DriveSchedule): Promise<Job> => withAppErrors(() => schedule(wanted)),
    isImporting: (): boolean => jobs.live(driveImport) !== undefined,
    latest: (): LatestJob => jobs.latest(driveImport),
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

async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DriveError ? toAppError(error) : error
  }
}
