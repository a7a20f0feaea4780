import type { DriveSchedule } from '../../contract/imports/drive.ts'
import type { Job, LatestJob } from '../../contract/imports/jobs.ts'
import { AppError } from '../../core/errors.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Connection } from './connection.ts'
import type { DriveFailuresStore } from './failures.ts'
import type { Folder } from './folder.ts'
import type { FoundFile } from './found-file.ts'
import { importIsRunning } from './running-import.ts'
import type { DriveStore } from './store.ts'

export const driveImport = 'drive import'

/** The jobs that import from Drive. One is live at a time. */
export function createImportJobs({
  connection,
  folder,
  rows,
  failures,
  jobs,
}: {
  connection: Connection
  folder: Folder
  rows: DriveStore
  failures: DriveFailuresStore
  jobs: Jobs
}) {
  const live = (): Job | undefined => jobs.live(driveImport)

  /** Refuses a job that could only fail. */
  const requireImportable = async (wanted: readonly string[] | undefined): Promise<void> => {
    const unknown = wanted?.filter((id) => failures.nameOf(id) === undefined) ?? []
    const drive = await connection.open()
    if (unknown.length > 0) requireFiles(unknown, (await folder.files(drive)).files)
    else await folder.of(drive)
  }

  return {
    isRunning: (): boolean => live() !== undefined,
    /** @throws AppError 409 while an import is running. */
    requireNone: (): void => {
      const running = live()
      if (running) throw importIsRunning(running)
    },
    stop: async (reason: string): Promise<void> => {
      const running = live()
      if (running) await jobs.cancel(running.id, reason)
    },
    /**
     * A running import of all new files is returned unchanged, but selected files are no part of it.
     * @throws AppError 409 not connected or a running import, 404 no folder or no such files.
     */
    schedule: async ({ fileIds, failed }: DriveSchedule): Promise<Job> => {
      const isSelection = failed || fileIds !== undefined
      const running = live()
      if (running) {
        if (isSelection) throw importIsRunning(running)
        return running
      }
      const wanted = failed ? failures.listedIds() : fileIds && [...new Set(fileIds)]
      await requireImportable(wanted)
      return jobs.schedule(driveImport, wanted, {
        folder: () => rows.get().folder_name,
        onLive: (job) => {
          if (isSelection) throw importIsRunning(job)
        },
      })
    },
    /** With `isWhole`, the latest one of all new files of a folder. */
    latest: (isWhole: boolean): LatestJob => jobs.latest(driveImport, isWhole),
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
