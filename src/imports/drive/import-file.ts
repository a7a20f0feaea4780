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
import { DriveError } from './drive-error.ts'
import type { DriveFailuresStore } from './failures.ts'
import { fetchFile } from './fetch-file.ts'
import type { Gate } from './gate.ts'
import type { GoogleDrive } from './google-drive.ts'
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

export type FileImport = ReturnType<typeof createFileImport>

/** Imports one file, or one of its equals if that fails. */
export function createFileImport(parts: {
  store: Store
  rows: DriveStore
  failures: DriveFailuresStore
  ingest: Ingest
  incoming: Incoming
  noteImport: NoteImport
  clock: Clock
  pause: Pause
}) {
  const { store, rows, failures, ingest, incoming, noteImport, clock, pause } = parts

  const isHere = (md5: string) => rows.md5Statuses([md5]).get(md5)?.isHere === true

  /** Inside Store.write or Store.note: the photo is counted in its own transaction. */
  const settle = (file: JobFileRow, end: JobFileEnd, { files }: Run) => {
    for (const source of sourcesOf(file)) failures.remove(source.file_id)
    files.settle(file, end)
  }

  const importFrom = async (
    listed: Source,
    file: JobFileRow,
    run: Run,
    onChange: (source: Source) => void,
  ): Promise<void> => {
    run.setCurrent(listed.name)
    let source = listed
    const received = await fetchFile(listed, {
      drive: run.drive,
      ingest,
      download: ({ file_id: id, bytes: size }) =>
        download(run.drive, { id, size }, { ...run, pause }),
      onChange: (changed) => {
        source = changed
        onChange(changed)
      },
    })
    await run.decoding(() => add(received, source, file, run))
  }

  const add = async (received: ReceivedFile, source: Source, file: JobFileRow, run: Run) => {
    if (run.signal.aborted) {
      await ingest.discard(received)
      throw run.signal.reason
    }
    run.setCurrent(source.name)
    const finish = (end: JobFileEnd) => {
      if (source.md5 === '') {
        rows.rememberMd5({
          fileId: source.file_id,
          version: source.version,
          md5: received.md5,
        })
      }
      settle(file, end, run)
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
      if (accepted.kind === 'new' && accepted.photo.isRestored)
        await store.note(() => finish('done'))
      noteImport('drive', 'imported')
    } catch (error) {
      if (!(error instanceof AppError && error.details?.photoId !== undefined)) throw error
      await store.note(() => finish('skipped'))
      noteImport('drive', 'duplicate')
    }
  }

  /** @returns false if Google does not let it begin now. @throws what is not about this file. */
  return async (file: JobFileRow, run: Run): Promise<boolean> => {
    const sources = sourcesOf(file)
    for (const [index, listed] of sources.entries()) {
      // Fetched although it is here, a file restores its photo's original.
      if (isHere(listed.md5) && (await ingest.hasOriginal(listed.md5, listed.bytes))) {
        await store.note(() => settle(file, 'skipped', run))
        noteImport('drive', 'duplicate')
        return true
      }
      let source = listed
      try {
        await importFrom(listed, file, run, (changed) => {
          source = changed
        })
        return true
      } catch (error) {
        run.signal.throwIfAborted()
        if (error instanceof DriveError && error.kind === 'throttled') return false
        const { reason, cause, isDoubtful } = outcomeOf(error, failures.isTooLarge(source.bytes))
        if (isDoubtful) await run.probe()
        const isLast = index === sources.length - 1
        await store.note(() => {
          failures.record({ ...source, reason, cause }, clock.now())
          if (isLast) run.files.settle(file, 'failed', reason)
        })
        if (isLast) noteImport('drive', 'failed')
      }
    }
    return true
  }
}
