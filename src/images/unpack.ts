import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** One embedded file: where it belongs below the folder, where its bytes are, what they must be. */
export type NativeFile = { path: string; source: string; size: number; sha256: string }

/** The files of one version of sharp; `addon` is the path, among theirs, of what is opened. */
export type NativeFiles = { version: string; addon: string; files: NativeFile[] }

const staleMs = 10 * 60_000

/**
 * Unpacks what is missing or damaged into `folder`/`version` and answers the addon's full path.
 * Each file is written under a name of its own and then renamed, so that a crash leaves no half
 * file under the right name and two processes doing it at once do no harm. Needs no fsync: every
 * start compares the checksums. Throws the file system's errors.
 */
export function unpack(native: NativeFiles, folder: string): string {
  const root = join(folder, native.version)
  const damaged = native.files.filter((file) => !isWhole(join(root, file.path), file))
  for (const file of damaged) write(join(root, file.path), file)
  if (damaged.length > 0) removeOtherVersions(folder, native.version)
  return join(root, native.addon)
}

/** Whether the file is there with the expected bytes; read in pieces, since libvips is 19 MB. */
function isWhole(path: string, expected: NativeFile): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.size !== expected.size) return false
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(256 * 1024)
  const handle = openSync(path, 'r')
  try {
    for (let length = readSync(handle, piece); length > 0; length = readSync(handle, piece)) {
      hash.update(piece.subarray(0, length))
    }
  } finally {
    closeSync(handle)
  }
  return hash.digest('hex') === expected.sha256
}

function write(path: string, file: NativeFile): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  removeStaleParts(path)
  const part = `${path}.${randomUUID()}.part`
  try {
    writeFileSync(part, readFileSync(file.source), { mode: 0o600 })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    // Windows refuses to replace a library that is open: then another process made it just now.
    if (!isWhole(path, file)) throw error
  }
}

/** Takes away what a process killed while unpacking has left; a young part may be in the making. */
function removeStaleParts(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(path)) || !name.endsWith('.part')) continue
    const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > staleMs) rmSync(join(folder, name), { force: true })
  }
}

/** An update would otherwise leave 19 MB behind each time; what is open stays usable on Unix. */
function removeOtherVersions(folder: string, version: string): void {
  const others = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+/.test(name))
  for (const name of others.filter((name) => name !== version)) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Windows keeps the files of a process that still runs; the next update takes them.
    }
  }
}
