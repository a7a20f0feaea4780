import { asDriveError, DriveError } from './drive-error.ts'
import type { DriveV3 } from './load-google.ts'

/** A download without data for this long counts as interrupted, in ms. */
const idleLimitMs = 60_000

/**
 * Skips earlier bytes if Drive ignores the range.
 * @throws DriveError, 'transient' when the connection breaks.
 */
export async function readBody(
  api: DriveV3,
  fileId: string,
  from: number,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(), idleLimitMs)
  try {
    const { data, status, headers } = await api.files.get(
      { fileId, alt: 'media', supportsAllDrives: true },
      {
        responseType: 'stream',
        // Only silence is limited, not the time of a whole download.
        timeout: 0,
        signal: AbortSignal.any([signal, idle.signal]),
        ...(from > 0 && { headers: { Range: `bytes=${from}-` } }),
      },
    )
    const type = new Headers(headers as Record<string, string>).get('content-type') ?? ''
    if (/^text\/html\b/i.test(type)) {
      idle.abort()
      throw webPageError()
    }
    return watched(data, status === 206 ? 0 : from, timer, signal)
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

/** Instead of a file: for example a warning about viruses, or a network's sign-in page. */
export const webPageError = () =>
  new DriveError('file', 'Google sent a web page instead of the file', 0, 200)

export async function isWebPage(path: string): Promise<boolean> {
  const start = await Bun.file(path).slice(0, 512).text()
  return /^\s*<(!doctype html|html)\b/i.test(start)
}

async function* watched(
  body: AsyncIterable<Uint8Array>,
  unwanted: number,
  timer: ReturnType<typeof setTimeout>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let left = unwanted
  try {
    for await (const chunk of body) {
      timer.refresh()
      if (chunk.length > left) yield left > 0 ? chunk.subarray(left) : chunk
      left = Math.max(0, left - chunk.length)
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof DriveError ? error : asDriveError(error)
  } finally {
    clearTimeout(timer)
  }
}
