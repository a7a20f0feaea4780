import type { Clock, Pause } from '../../core/clock.ts'
import { limit } from '../../core/concurrency/limit.ts'
import type { Store } from '../../core/database/open.ts'
import type { JobRow } from '../jobs/row.ts'
import type { JobContext, JobFiles } from '../jobs/runner.ts'
import type { Connection } from './connection.ts'
import type { GoogleDrive } from './drive-api.ts'
import { DriveError, toAppError } from './drive-error.ts'
import type { DriveFailuresStore } from './failures.ts'
import { filesToImport } from './files-to-import.ts'
import type { Folder } from './folder.ts'
import type { FoundFile } from './found-file.ts'
import { createGate } from './gate.ts'
import type { FileImport, Run } from './import-file.ts'
import { retryForJob } from './retry-policies.ts'
import type { DriveStore } from './store.ts'

/** The number of files that are decoded at once. */
const decoded = 2
/** The number of files in progress at once: while some are decoded, others are downloaded. */
const lanes = 4

const nothingKnown = { mimeType: '', md5Checksum: '', createdTime: '', size: 0, version: '' }

/**
 * Outcomes are recorded once, a photo's in its own transaction; so after any interruption, the next
 * start continues with the pending files.
 */
export function createDriveImport(parts: {
  store: Store
  rows: DriveStore
  failures: DriveFailuresStore
  connection: Connection
  folder: Folder
  importFile: FileImport
  clock: Clock
  pause: Pause
}) {
  const { store, rows, failures, connection, folder, importFile, clock, pause } = parts

  return async (job: JobRow, context: JobContext): Promise<void> => {
    const stop = new AbortController()
    const signal = AbortSignal.any([context.signal, stop.signal])
    const gate = createGate({
      pause,
      signal,
      restMs: restOf(job.paused_until, clock.now()),
      onPause: (ms, reason) => context.setPause(clock.now() + ms, reason),
      onResume: context.endPause,
    })
    try {
      const drive = await connection.open({ withRetries: retryForJob(gate, pause, signal), signal })
      if (!job.is_listed) await list(job, drive, context.files)
      const decoding = limit(decoded)
      const probe = () => folder.of(drive)
      await importPending({ ...context, drive, gate, signal, decoding, probe }, stop, importFile)
    } catch (error) {
      context.signal.throwIfAborted()
      throw error instanceof DriveError ? toAppError(error) : error
    }
  }

  async function list(job: JobRow, drive: GoogleDrive, files: JobFiles): Promise<void> {
    const { files: found } = await folder.files(drive)
    const blocked = new Set(found.filter((file) => file.blockedBy).map(({ id }) => id))
    const all = [...found, ...(await filesElsewhere(job, found, drive))]
    await store.note(() => {
      rows.learnItems(all)
      const listed = filesToImport(all, job, { rows, failures })
      files.list(listed)
      for (const { reason, ...file } of listed) {
        if (reason === null) continue
        // The folder's content lists blocked files; of those that are gone, only this name is left.
        if (blocked.has(file.file_id)) failures.remove(file.file_id)
        else if (failures.nameOf(file.file_id) !== undefined) {
          failures.record({ ...file, reason, cause: 'moment' }, clock.now())
        }
      }
    })
  }

  /** Files that failed in another folder, or were moved to one, can be tried again. */
  async function filesElsewhere(
    { wanted }: JobRow,
    found: readonly FoundFile[],
    drive: GoogleDrive,
  ): Promise<FoundFile[]> {
    const present = new Set(found.map(({ id }) => id))
    const ids = (JSON.parse(wanted ?? '[]') as string[]).filter(
      (id) => !present.has(id) && failures.nameOf(id) !== undefined,
    )
    const files: FoundFile[] = []
    for (const id of ids) {
      const file = await drive.file(id).catch((error: unknown) => unread(id, error))
      if (file) files.push(file)
    }
    return files
  }

  /** One file that cannot be read must not keep the others from being imported. */
  function unread(id: string, error: unknown): FoundFile {
    if (!(error instanceof DriveError) || error.kind === 'refused' || error.kind === 'closed') {
      throw error
    }
    const name = failures.nameOf(id) ?? ''
    return { ...nothingKnown, id, name, blockedBy: error.message }
  }
}

/** The first error that is not about one file stops all lanes. */
async function importPending(
  run: Run,
  stop: AbortController,
  importFile: FileImport,
): Promise<void> {
  const waiting = run.files.pending()
  const lane = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      run.signal.throwIfAborted()
      // Perhaps Google limits the requests for this file alone, so the others go first.
      if (!(await importFile(file, run))) waiting.push(file)
    }
  }
  const stopAll = (error: unknown) => {
    stop.abort(error)
    throw error
  }
  const ends = await Promise.allSettled(Array.from({ length: lanes }, () => lane().catch(stopAll)))
  if (ends.some((end) => end.status === 'rejected')) throw run.signal.reason
}

/** Longer rests were recorded before the clock was set back. If it is too early, Google says so. */
const longestRestMs = 3_600_000

const restOf = (until: number | null, now: number): number =>
  Math.min(Math.max(0, (until ?? 0) - now), longestRestMs)
