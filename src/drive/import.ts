import { AppError } from '../contract/app-error.ts'
import type { DriveFile } from '../contract/drive.ts'
import { isDiskFull } from '../database/disk-full.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { ReceivedFile } from '../intake/receive.ts'
import type { JobFile, JobFileRow, JobRow } from '../jobs/row.ts'
import type { JobContext, JobFiles } from '../jobs/runner.ts'
import type { Pause } from './back-off.ts'
import { sortFiles } from './check.ts'
import type { Connection } from './connection.ts'
import { download } from './download.ts'
import { DriveError, toAppError } from './drive-error.ts'
import type { Folder } from './folder.ts'
import type { GoogleDrive } from './google-drive.ts'
import type { DriveStore } from './store.ts'

/** The number of files at once: one is imported while two are downloaded. */
const lanes = 3

/**
 * Outcomes are recorded once, a photo's in its own transaction; so after any interruption, the next
 * start continues with the pending files.
 */
export function createDriveImport(parts: {
  rows: DriveStore
  connection: Connection
  folder: Folder
  ingest: Ingest
  pause: Pause
}) {
  const { rows, connection, folder, ingest, pause } = parts

  return async (job: JobRow, context: JobContext): Promise<void> => {
    try {
      if (!job.is_listed) await list(job, context)
      await importPending(await connection.open(), context)
    } catch (error) {
      context.signal.throwIfAborted()
      throw error instanceof DriveError ? toAppError(error) : error
    }
  }

  async function list(job: JobRow, { files, signal }: JobContext): Promise<void> {
    const { drive, folder: found } = await folder.open(signal)
    await files.list(filesToImport(await drive.jpegsIn(found, signal), job, rows))
  }

  /** The first error that is not about one file stops all lanes. */
  async function importPending(drive: GoogleDrive, context: JobContext): Promise<void> {
    const waiting = context.files.pending()[Symbol.iterator]()
    const stop = new AbortController()
    const signal = AbortSignal.any([context.signal, stop.signal])
    const serially = createSerialQueue()
    const lane = async () => {
      for (const file of waiting) {
        signal.throwIfAborted()
        await importOne(file, { ...context, drive, signal, serially })
      }
    }
    const stopAll = (error: unknown) => {
      stop.abort(error)
      throw error
    }
    const ends = await Promise.allSettled(
      Array.from({ length: lanes }, () => lane().catch(stopAll)),
    )
    if (ends.some((end) => end.status === 'rejected')) throw signal.reason
  }

  async function importOne(file: JobFileRow, lane: Lane): Promise<void> {
    if (rows.md5Statuses([file.md5]).get(file.md5)?.isHere) {
      await lane.files.settle(file, 'skipped')
      return
    }
    try {
      lane.setCurrent(file.name)
      const received = await fetchWhole(file, lane)
      await lane.serially(() => ingestReceived(received, file, lane))
    } catch (error) {
      lane.signal.throwIfAborted()
      if (error instanceof AppError && error.code === 409) {
        await lane.files.settle(file, 'skipped')
        return
      }
      const reason = await reasonOf(error, lane)
      await lane.files.settle(file, 'failed', reason)
    }
  }

  /** Downloads a file; if its md5 is not the one in Drive, once more. */
  async function fetchWhole(file: JobFileRow, { drive, signal }: Lane): Promise<ReceivedFile> {
    const source = { id: file.file_id, size: file.bytes }
    for (let isSecond = false; ; isSecond = true) {
      const received = await ingest.receive(download(drive, source, { pause, signal }))
      if (received.md5 === file.md5) return received
      await ingest.discard(received)
      if (isSecond) {
        throw new DriveError('file', 'checksum mismatch (md5)')
      }
    }
  }

  async function ingestReceived(
    received: ReceivedFile,
    file: JobFileRow,
    lane: Lane,
  ): Promise<void> {
    if (lane.signal.aborted) {
      await ingest.discard(received)
      throw lane.signal.reason
    }
    lane.setCurrent(file.name)
    await ingest.add(received, {
      source: 'drive',
      sourceName: file.name,
      sourceDate: file.created_time || null,
      addTo: () => lane.files.settleNow(file, 'done'),
    })
  }

  /** The reason this file failed. Rethrows errors that affect the whole import. */
  async function reasonOf(error: unknown, { signal }: Lane): Promise<string> {
    if (isDiskFull(error)) throw new AppError(507, 'the disk holding the data folder is full')
    if (error instanceof AppError) return error.message
    if (!(error instanceof DriveError)) return reasonOfUnexpected(error)
    if (error.kind === 'refused' || error.kind === 'closed') throw error
    // Retried for long: either Drive does not respond at all, or it will not send this file.
    if (error.kind === 'transient') await folder.open(signal)
    return error.message
  }
}

/** System errors would affect the next file too; anything else counts as this file's. */
function reasonOfUnexpected(error: unknown): string {
  if (typeof (error as { code?: unknown }).code === 'string') throw error
  console.error(
    `Could not import a photo from Google Drive: ${error instanceof Error ? error.stack : error}`,
  )
  return 'internal error; see the log'
}

type Lane = {
  readonly drive: GoogleDrive
  readonly files: JobFiles
  readonly signal: AbortSignal
  readonly serially: <T>(work: () => Promise<T>) => Promise<T>
  readonly setCurrent: (name: string) => void
}

/** The job's files: the selected ones, or all that are new. */
function filesToImport(found: DriveFile[], job: JobRow, rows: DriveStore): JobFile[] {
  if (job.wanted === null) return sortFiles(found, rows).fresh.map(toJobFile)
  const byId = new Map(found.map((file) => [file.id, file]))
  return (JSON.parse(job.wanted) as string[]).map((id) => {
    const file = byId.get(id)
    return file ? toJobFile(file) : missing(id)
  })
}

const toJobFile = (file: DriveFile): JobFile => ({
  file_id: file.id,
  name: file.name,
  md5: file.md5Checksum,
  bytes: file.size,
  created_time: file.createdTime,
  reason: null,
})

const missing = (id: string): JobFile => ({
  file_id: id,
  name: id,
  md5: '',
  bytes: 0,
  created_time: '',
  reason: 'it is no longer in the folder',
})

function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}
