import type { Pause } from '../../core/clock.ts'
import { backOffMs, maxTries } from './back-off.ts'
import type { GoogleDrive } from './drive-api.ts'
import { asDriveError, DriveError } from './drive-error.ts'
import type { Gate } from './gate.ts'

type Run = { readonly gate: Gate; readonly pause: Pause; readonly signal: AbortSignal }

/**
 * Resumes interrupted downloads; gives up after too many failures in a row without a byte. If Google
 * does not let a download begin, that is left to the caller, who may have other files to try.
 * @throws DriveError, or the signal's reason.
 */
export async function* download(
  drive: Pick<GoogleDrive, 'read'>,
  file: { readonly id: string; readonly size: number },
  run: Run,
): AsyncGenerator<Uint8Array> {
  const { gate, signal } = run
  let received = 0
  let failures = 0
  do {
    try {
      for await (const chunk of await gate.pass(() => drive.read(file.id, received, signal))) {
        received += chunk.length
        failures = 0
        yield chunk
      }
      if (received < file.size) throw new DriveError('transient', 'the connection was lost')
    } catch (thrown) {
      signal.throwIfAborted()
      const error = asDriveError(thrown)
      if (error.kind === 'throttled' && received > 0) continue
      failures++
      await pauseAfter(error, failures, run)
    }
  } while (received < file.size)
}

/** Waits until the download can be resumed. @throws the error if it cannot. */
async function pauseAfter(
  error: DriveError,
  failures: number,
  { pause, signal }: Run,
): Promise<void> {
  if (error.kind !== 'transient' || failures >= maxTries) throw error
  if (error.retryAfterMs === 0) await pause(backOffMs(failures), signal)
}
