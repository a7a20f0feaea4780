import type { DriveFile, DriveFolderChoice, DriveSchedule, DriveStatus } from '../contract/drive.ts'
import type { Job, LatestJob } from '../contract/jobs.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { sortFiles } from './check.ts'
import type { Connection, ReturnPath } from './connection.ts'
import { DriveError, toAppError } from './drive-error.ts'
import type { ChosenFolder, Folder } from './folder.ts'
import type { DriveStore } from './store.ts'

export const driveImport = 'drive import'

/** How long PUT /api/drive/upload waits for its job to end, in ms. */
const awaitLimitMs = 60_000

export type Drive = ReturnType<typeof createDrive>

export function createDrive({
  connection,
  folder,
  rows,
  jobs,
}: {
  connection: Connection
  folder: Folder
  rows: DriveStore
  jobs: Jobs
}) {
  const list = async (): Promise<DriveFile[]> => {
    const { drive, folder: found } = await folder.open()
    return drive.jpegsIn(found)
  }
  /** Returns a live job unchanged. @throws AppError 409 not connected, 404 no folder. */
  const schedule = async ({ fileIds }: DriveSchedule): Promise<Job> => {
    const live = jobs.live(driveImport)
    if (live) return live
    // Refuses a job that could only fail.
    await folder.open()
    return jobs.schedule(driveImport, fileIds && [...new Set(fileIds)])
  }

  return {
    /** See {@link Connection}. @throws AppError 409 not configured. */
    begin: (session: string, redir: ReturnPath): Promise<string> =>
      connection.begin(session, redir),
    /** @returns the path to redirect to. @throws AppError 400, 403. */
    finish: connection.finish,
    status: (): DriveStatus => connection.status(),
    chosenFolder: (): ChosenFolder => folder.chosen(),
    /** @throws AppError 404, 409 not connected or several (details.folders), 503. */
    setFolder: (choice: DriveFolderChoice): Promise<ChosenFolder> =>
      withAppErrors(() => folder.choose(choice)),
    /** @throws AppError 404 no folder, 409 not connected, 503. */
    list: (): Promise<DriveFile[]> => withAppErrors(list),
    /** The new files; with `deleted`, those that were once deleted here. */
    check: ({ deleted }: { deleted: boolean }): Promise<DriveFile[]> =>
      withAppErrors(async () => {
        const sorted = sortFiles(await list(), rows)
        return deleted ? sorted.deleted : sorted.fresh
      }),
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
      const live = jobs.live(driveImport)
      if (live) await jobs.cancel(live.id, 'Google Drive was disconnected')
      await connection.disconnect()
      return { authenticated: false }
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
