import type { Pause } from '../../core/clock.ts'
import { retry } from '../../core/concurrency/retry.ts'
import { isDiskFull } from '../../core/database/disk-full.ts'
import { StoreError, StoreRefusal } from '../../core/errors.ts'

/** The pauses between attempts to reach a photo store: almost four minutes in total. */
const storePausesMs = [2000, 5000, 10_000, 20_000, 60_000, 120_000]
const cancelCheckMs = 100

/**
 * Waits some minutes for a photo store that does not respond before the import stops.
 * @throws the last error, also as soon as the import is cancelled.
 */
export function retryStore<T>(
  work: () => Promise<T>,
  pause: Pause,
  isCancelled: () => boolean,
): Promise<T> {
  return retry(work, {
    pauseAfter: (error, failures) =>
      isOutOfReach(error) && !isCancelled() ? storePausesMs[failures - 1] : undefined,
    pause: (ms) => pauseUnless(isCancelled, pause, ms),
    isCancelled,
  })
}

const isOutOfReach = (error: unknown): boolean =>
  error instanceof StoreError && !(error instanceof StoreRefusal) && error.code === 503

/** Stopping an import must not take minutes. */
async function pauseUnless(isCancelled: () => boolean, pause: Pause, ms: number): Promise<void> {
  const stop = new AbortController()
  const watch = setInterval(() => isCancelled() && stop.abort(), cancelCheckMs)
  await pause(ms, stop.signal).catch(() => undefined)
  clearInterval(watch)
}

/** Why a file could not be imported, for a person. */
export function reasonOf(error: unknown, path = ''): string {
  if (error instanceof StoreError) return error.message
  const code = String((error as { code?: unknown }).code ?? '')
  if (isDiskFull(error)) return 'the disk holding the data folder is full'
  // Bytes that are no text are read as this character, and written back as others.
  if (code === 'ENOENT' && path.includes('\uFFFD')) return 'the name is not UTF-8; rename it first'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file or folder'
  if (code === 'ENAMETOOLONG') return 'the name or path is too long'
  if (code === 'ELOOP') return 'this link leads back to itself'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'EIO') return "the disk reports an error; look at the system's log"
  if (code.startsWith('SQLITE_'))
    return `the database reports an error (${code}); run "vitrine check"`
  return error instanceof Error ? error.message : String(error)
}
