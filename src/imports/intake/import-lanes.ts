import type { Pause } from '../../core/clock.ts'
import { isDiskFull } from '../../core/database/disk-full.ts'
import { StoreError, StoreRefusal } from '../../core/errors.ts'

/** Between attempts to reach a photo store that does not answer: almost four minutes. */
const storePausesMs = [2000, 5000, 10_000, 20_000, 60_000, 120_000]
const cancelCheckMs = 100

/** A photo store that does not answer is given some minutes before the import stops. */
export async function patiently<T>(
  work: () => Promise<T>,
  pause: Pause,
  isCancelled: () => boolean,
): Promise<T> {
  for (const pauseMs of storePausesMs) {
    try {
      return await work()
    } catch (error) {
      const isOutOfReach =
        error instanceof StoreError && !(error instanceof StoreRefusal) && error.code === 503
      if (!isOutOfReach || isCancelled()) throw error
      await pauseUnless(isCancelled, pause, pauseMs)
      if (isCancelled()) throw error
    }
  }
  return work()
}

/** Stopping an import must not take minutes. */
async function pauseUnless(isCancelled: () => boolean, pause: Pause, ms: number): Promise<void> {
  const stop = new AbortController()
  const watch = setInterval(() => isCancelled() && stop.abort(), cancelCheckMs)
  await pause(ms, stop.signal).catch(() => undefined)
  clearInterval(watch)
}

/** Runs `work` in `lanes` lanes until each returns undefined; events come as they happen. */
export async function* inParallel<T>(
  work: () => Promise<T | undefined>,
  lanes: number,
): AsyncGenerator<T> {
  type Outcome = { lane: number; event: T | undefined }
  const start = (lane: number): Promise<Outcome> => work().then((event) => ({ lane, event }))
  const running = new Map(Array.from({ length: lanes }, (_, lane) => [lane, start(lane)]))
  while (running.size > 0) {
    const { lane, event } = await Promise.race(running.values())
    if (event === undefined) {
      running.delete(lane)
      continue
    }
    running.set(lane, start(lane))
    yield event
  }
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
