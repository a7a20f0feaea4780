import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/**
 * Reads a small file that another program has written.
 * @throws Error that says what is wrong with it: devices and pipes may have no end.
 */
export async function readSmallFile(path: string, mostBytes: number): Promise<Buffer> {
  // Otherwise opening a pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error('it is not a file')
    const bytes = Buffer.alloc(Math.min(found.size, mostBytes) + 1)
    let length = 0
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = (await file.read(bytes, length, bytes.length - length)).bytesRead
    }
    if (length > mostBytes) throw new Error(`it is larger than ${mostBytes / 1024} KiB`)
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}
