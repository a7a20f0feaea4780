import type { Pause } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import { type SourceDriver, SourceError } from '../folders/driver.ts'
import type { Connection } from './connection.ts'
import { DriveError, toAppError } from './drive-error.ts'
import type { Folder } from './folder.ts'
import { createGate } from './gate.ts'
import { readFile } from './read-source.ts'
import { retryForJob } from './retry-policies.ts'
import { listSource } from './source-list.ts'
import type { DriveStore } from './store.ts'

/** Sources that are folders in Google Drive. */
export function createDriveSources({
  connection,
  folder,
  rows,
  pause,
}: {
  connection: Connection
  rows: DriveStore
  folder: Folder
  pause: Pause
}): SourceDriver<'drive'> {
  /** Waits as long as Google limits requests, because no person is waiting. */
  const openPatiently = async (signal: AbortSignal) => {
    const ignore = async () => {}
    const gate = createGate({ pause, signal, restMs: 0, onPause: ignore, onResume: ignore })
    const drive = await connection.open({ withRetries: retryForJob(gate, pause, signal), signal })
    return { drive, gate }
  }

  const withAppErrors = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DriveError)) throw error
      const lost = error.kind === 'refused' ? connection.status().reason : null
      throw lost === null ? toAppError(error) : new AppError(409, lost)
    }
  }

  return {
    kind: 'drive',
    check: ({ folderId }) =>
      withAppErrors(async () => {
        const found = await folder.find({ driveFolderId: folderId, driveFolderName: folderId })
        const place = await (await connection.open()).place(found.id)
        return { location: place?.id ?? found.id, name: found.name }
      }),
    list: ({ location, name, hasSubfolders }, { cursor, known, signal }) =>
      withAppErrors(async () => {
        const { drive } = await openPatiently(signal)
        const place = await drive.place(location)
        if (!place) throw new AppError(404, `the folder “${name}” is no longer in the drive`)
        return listSource(
          { ...place, isDeep: hasSubfolders },
          cursor,
          known,
          drive,
          rows.importedMd5s,
        )
      }),
    read: async ({ location }, item, signal) => {
      try {
        const { drive, gate } = await openPatiently(signal)
        const probe = () => drive.place(location)
        return readFile(item, { drive, gate, pause, signal, probe })
      } catch (error) {
        // The connection was lost meanwhile.
        throw error instanceof AppError ? new SourceError(error.code, error.message) : error
      }
    },
  }
}
