import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** No password, token or address is longer, in bytes. */
const mostBytes = 65_536

/**
 * The text of a file that a person named, such as one with a password; otherwise what is wrong with
 * it. Devices and pipes may have no end, so they are not read.
 */
export function readShortFile(path: string): { content: string } | { problem: string } {
  let file: number | undefined
  try {
    // Otherwise opening a pipe would wait for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const found = fstatSync(file)
    if (found.isDirectory()) return { problem: 'a folder instead of a file' }
    if (!found.isFile()) return { problem: 'a device or a pipe instead of a file' }
    // Files in /proc report a size of 0.
    const bytes = Buffer.alloc(mostBytes + 1)
    let length = 0
    for (let read = 1; read > 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null)
    }
    if (length > mostBytes) return { problem: `a file of more than ${mostBytes / 1024} KiB` }
    return { content: bytes.toString('utf8', 0, length) }
  } catch {
    return { problem: 'a file that cannot be read' }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
