import type { Pause } from '../../core/clock.ts'
import { backOffMs, maxTries } from './back-off.ts'
import { asDriveError, DriveError } from './drive-error.ts'
import type { Gate } from './gate.ts'
import type { GoogleDrive } from './google-drive.ts'

/**
 * Resumes interrupted downloads; gives up after too many failures in a row without a byte. One that
 * Google does not let begin is left to the caller, who may have others to try.
 * @throws DriveError, or the signal's reason.
 */
export async function* download(
  drive: Pick<GoogleDrive, 'read'>,
  file: { readonly id: string; readonly size: number },
  { gate, pause, signal }: { gate: Gate; pause: Pause; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
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
      if (error.kind !== 'transient' || ++failures >= maxTries) throw error
      if (error.retryAfterMs === 0) await pause(backOffMs(failures), signal)
    }
  } while (received < file.size)
}
