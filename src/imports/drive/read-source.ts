import { createHash } from 'node:crypto'
import type { Pause } from '../../core/clock.ts'
import { AppError } from '../../core/errors.ts'
import { ChangedMeanwhile, type ListedItem, SourceError } from '../folders/driver.ts'
import { download } from './download.ts'
import type { GoogleDrive } from './drive-api.ts'
import { asDriveError, DriveError, type DriveErrorKind, toAppError } from './drive-error.ts'
import type { Gate } from './gate.ts'

type Reading = {
  readonly drive: GoogleDrive
  readonly gate: Gate
  readonly pause: Pause
  readonly signal: AbortSignal
  /** Finds out whether Drive responds at all. */
  readonly probe: () => Promise<unknown>
}

/** Every other file would fail too. */
const endsRun: ReadonlySet<DriveErrorKind> = new Set(['refused', 'closed'])

/** A file's content. @throws SourceError, ChangedMeanwhile, or AppError about the file alone. */
export async function* readFile(item: ListedItem, reading: Reading): AsyncGenerator<Uint8Array> {
  const { drive, signal } = reading
  const hash = createHash('md5')
  let bytes = 0
  try {
    const file = { id: item.item, size: item.bytes }
    for await (const chunk of patientDownload(file, reading)) {
      bytes += chunk.length
      hash.update(chunk)
      yield chunk
    }
    const isAsListed = item.md5 === null ? bytes === item.bytes : hash.digest('hex') === item.md5
    if (isAsListed) return
    const present = await drive.file(item.item)
    if (present?.version !== item.version) throw new ChangedMeanwhile()
    throw new AppError(409, 'the download was damaged')
  } catch (thrown) {
    signal.throwIfAborted()
    throw thrown instanceof AppError ? thrown : await meaningOf(asDriveError(thrown), reading)
  }
}

async function meaningOf(error: DriveError, { probe }: Reading): Promise<AppError> {
  const { kind, status } = error
  if (kind === 'gone' || status === 416) return new ChangedMeanwhile()
  if (kind === 'blocked') return new AppError(403, error.message)
  // A 401 with a good connection is about this request alone.
  if (endsRun.has(kind) && status !== 401) return new SourceError(409, error.message)
  try {
    await probe()
    return new AppError(409, error.message)
  } catch (thrown) {
    const { message } = thrown instanceof AppError ? thrown : toAppError(asDriveError(thrown))
    return new SourceError(409, message)
  }
}

/** Downloads a file once Google lets it begin, however long that takes. */
async function* patientDownload(
  file: { readonly id: string; readonly size: number },
  run: Reading,
): AsyncGenerator<Uint8Array> {
  for (let hasBegun = false; ; ) {
    try {
      for await (const chunk of download(run.drive, file, run)) {
        hasBegun = true
        yield chunk
      }
      return
    } catch (error) {
      run.signal.throwIfAborted()
      const isThrottled = error instanceof DriveError && error.kind === 'throttled'
      if (hasBegun || !isThrottled) throw error
    }
  }
}
