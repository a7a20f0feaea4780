import { createHash } from 'node:crypto'
import { AppError } from '../contract/app-error.ts'
import type { ListedItem, SourceDriver } from '../sources/driver.ts'
import type { Pause } from './back-off.ts'
import type { Connection } from './connection.ts'
import { download } from './download.ts'
import { asDriveError, DriveError, toAppError } from './drive-error.ts'
import type { Folder } from './folder.ts'
import { createGate, type Gate, patiently } from './gate.ts'
import type { GoogleDrive } from './google-drive.ts'
import { listSource } from './source-list.ts'

/** Sources that are folders in Google Drive. */
export function createDriveSources({
  connection,
  folder,
  pause,
}: {
  connection: Connection
  folder: Folder
  pause: Pause
}): SourceDriver<'drive'> {
  /** Waits as long as Google limits requests: nobody waits for it. */
  const openPatiently = async (signal: AbortSignal) => {
    const ignore = async () => {}
    const gate = createGate({ pause, signal, restMs: 0, onPause: ignore, onResume: ignore })
    const drive = await connection.open({ carry: patiently(gate, pause, signal), signal })
    return { drive, gate }
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
        return listSource({ ...place, isDeep: hasSubfolders }, cursor, known, drive)
      }),
    read: (_, item, signal) =>
      withAppErrors(async () => {
        const { drive, gate } = await openPatiently(signal)
        return bytesOf(item, drive, { gate, pause, signal })
      }),
  }
}

/** A file's content. @throws AppError if something else arrives than was listed. */
async function* bytesOf(
  { item: id, bytes: size, md5 }: ListedItem,
  drive: GoogleDrive,
  run: { gate: Gate; pause: Pause; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('md5')
  try {
    for await (const chunk of patientDownload(drive, { id, size }, run)) {
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    run.signal.throwIfAborted()
    throw toAppError(asDriveError(error))
  }
  if (md5 !== null && hash.digest('hex') !== md5) {
    throw new AppError(400, 'the file changed, or was damaged, while it was downloaded')
  }
}

/** Until Google lets it begin. */
async function* patientDownload(...[drive, file, run]: Parameters<typeof download>) {
  for (let hasBegun = false; ; ) {
    try {
      for await (const chunk of download(drive, file, run)) {
        hasBegun = true
        yield chunk
      }
      return
    } catch (error) {
      run.signal.throwIfAborted()
      if (hasBegun || asDriveError(error).kind !== 'throttled') throw error
    }
  }
}

async function withAppErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof DriveError ? toAppError(error) : error
  }
}
