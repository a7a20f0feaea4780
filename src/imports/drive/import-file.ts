import type { Clock, Pause } from '../../core/clock.ts'
import type { Limit } from '../../core/concurrency/limit.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import type { Incoming } from '../intake/incoming.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { JobFileEnd, JobFileRow } from '../jobs/row.ts'
import type { JobFiles } from '../jobs/runner.ts'
import type { NoteImport } from '../note-import.ts'
import { download } from './download.ts'
import type { GoogleDrive } from './drive-api.ts'
import { DriveError } from './drive-error.ts'
import type { DriveFailuresStore } from './failures.ts'
import { fetchFile } from './fetch-file.ts'
import type { Gate } from './gate.ts'
import { outcomeOf } from './outcome.ts'
import { type Source, sourcesOf } from './source.ts'
import type { DriveStore } from './store.ts'

/** What the files of a running import share. */
export type Run = {
  readonly drive: GoogleDrive
  readonly gate: Gate
  readonly signal: AbortSignal
  readonly files: JobFiles
  readonly setCurrent: (name: string) => void
  readonly decoding: Limit
  /** Finds out whether Drive responds at all. @throws AppError, DriveError */
  readonly probe: () => Promise<unknown>
}

type FileImportParts = {
  readonly store: Store
  readonly rows: DriveStore
  readonly failures: DriveFailuresStore
  readonly ingest: Ingest
  readonly incoming: Incoming
  readonly noteImport: NoteImport
  readonly clock: Clock
  readonly pause: Pause
}

/** A file of a running import. */
type Task = { readonly file: JobFileRow; readonly run: Run }

/** 'throttled' if Google does not let a download begin now. */
type Attempt = 'settled' | 'failed' | 'throttled'

export type FileImport = ReturnType<typeof createFileImport>

/** Imports one file, or one of its equals if that fails. */
export function createFileImport(parts: FileImportParts) {
  /** @returns false if Google does not let it begin now. @throws what is not about this file. */
  return async (file: JobFileRow, run: Run): Promise<boolean> => {
    const sources = sourcesOf(file)
    for (const [index, source] of sources.entries()) {
      const isLast = index === sources.length - 1
      const attempt = await importSource(source, isLast, { file, run }, parts)
      if (attempt === 'throttled') return false
      if (attempt === 'settled') return true
    }
    return true
  }
}

async function importSource(
  listed: Source,
  isLast: boolean,
  task: Task,
  parts: FileImportParts,
): Promise<Attempt> {
  const { run } = task
  if (await isImported(listed, parts)) {
    await parts.store.note(() => settle(task, 'skipped', parts))
    parts.noteImport('drive', 'duplicate')
    return 'settled'
  }
  let source = listed
  try {
    run.setCurrent(listed.name)
    const received = await fetchFile(listed, {
      drive: run.drive,
      ingest: parts.ingest,
      download: ({ file_id: id, bytes: size }) =>
        download(run.drive, { id, size }, { ...run, pause: parts.pause }),
      onChange: (changed) => {
        source = changed
      },
    })
    await run.decoding(() => addReceived(received, source, task, parts))
    return 'settled'
  } catch (error) {
    run.signal.throwIfAborted()
    if (error instanceof DriveError && error.kind === 'throttled') return 'throttled'
    await recordFailure(error, source, isLast, task, parts)
    return 'failed'
  }
}

/** Whether there is nothing to do. A missing original is fetched again, which restores it. */
async function isImported(
  { md5, bytes }: Source,
  { rows, ingest }: FileImportParts,
): Promise<boolean> {
  const isHere = rows.md5Statuses([md5]).get(md5)?.isHere === true
  return isHere && (await ingest.hasOriginal(md5, bytes))
}

/** Adds the file as a photo or a version, or leaves it for the owner to decide. */
async function addReceived(
  received: ReceivedFile,
  source: Source,
  task: Task,
  parts: FileImportParts,
): Promise<void> {
  const { file, run } = task
  const { store, rows, ingest, incoming, noteImport } = parts
  if (run.signal.aborted) {
    await ingest.discard(received)
    throw run.signal.reason
  }
  run.setCurrent(source.name)
  const finish = (end: JobFileEnd) => {
    if (source.md5 === '') {
      rows.rememberMd5({ fileId: source.file_id, version: source.version, md5: received.md5 })
    }
    settle(task, end, parts)
  }
  try {
    const origin = {
      source: 'drive' as const,
      sourceName: source.name,
      sourceDate: source.created_time || null,
      folder: rows.get().folder_name,
      item: source.file_id,
      run: `drive import ${file.job}`,
      addTo: (_photo: number, as: 'photo' | 'version') =>
        finish(as === 'version' ? 'replaced' : 'done'),
    }
    const accepted = await incoming.accept(received, origin, { onMatch: 'ask' })
    if (accepted.kind === 'waiting') {
      await store.note(() => finish('waiting'))
      return
    }
    if (accepted.kind === 'new' && accepted.photo.isRestored) {
      await store.note(() => finish('done'))
    }
    noteImport('drive', 'imported')
  } catch (error) {
    if (!(error instanceof AppError && error.details?.photoId !== undefined)) throw error
    await store.note(() => finish('skipped'))
    noteImport('drive', 'duplicate')
  }
}

/** Inside Store.write or Store.note: the photo is counted in its own transaction. */
function settle({ file, run }: Task, end: JobFileEnd, { failures }: FileImportParts): void {
  for (const source of sourcesOf(file)) failures.remove(source.file_id)
  run.files.settle(file, end)
}

/** The last source of a file to fail decides about it. @throws what is not about this file. */
async function recordFailure(
  error: unknown,
  source: Source,
  isLast: boolean,
  { file, run }: Task,
  { store, failures, clock, noteImport }: FileImportParts,
): Promise<void> {
  const { reason, cause, isDoubtful } = outcomeOf(error, failures.isTooLarge(source.bytes))
  if (isDoubtful) await run.probe()
  await store.note(() => {
    failures.record({ ...source, reason, cause }, clock.now())
    if (isLast) run.files.settle(file, 'failed', reason)
  })
  if (isLast) noteImport('drive', 'failed')
}
