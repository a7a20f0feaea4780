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
import { zstdDecompressSync } from 'node:zlib'
import { giveFoldersToOwner, giveToFolderOwner } from '../database/folder-owner.ts'

/** `source` is the file compressed with zstd; size (bytes) and checksum are of the file itself. */
export type NativeFile = { path: string; source: string; size: number; sha256: string }

/** The files of one version of sharp; `addon` is the path of the one to open. */
export type NativeFiles = { version: string; addon: string; files: NativeFile[] }

const staleMs = 10 * 60_000

/**
 * Each file is renamed from a temporary name, so that a crash leaves no partial file and two
 * processes can unpack at once. No fsync: every start compares the checksums.
 * @returns the addon's full path.
 */
export function unpack(native: NativeFiles, folder: string): string {
  const root = join(folder, native.version)
  const damaged = native.files.filter((file) => !isWhole(join(root, file.path), file))
  for (const file of damaged) write(join(root, file.path), file)
  if (damaged.length > 0) removeOtherVersions(folder, native.version)
  return join(root, native.addon)
}

/** Whether the file exists with the expected bytes; read in pieces, since libvips has 19 MB. */
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
  const made = mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  giveFoldersToOwner(made, dirname(path))
  removeStaleParts(path)
  const part = `${path}.${randomUUID()}.part`
  try {
    writeFileSync(part, zstdDecompressSync(readFileSync(file.source)), { mode: 0o600 })
    giveToFolderOwner(part)
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    // Windows refuses to replace an open library: then another process has just written it.
    if (!isWhole(path, file)) throw error
  }
}

/** Removes what a process killed while unpacking has left; a recent part may be in progress. */
function removeStaleParts(path: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(basename(path)) || !name.endsWith('.part')) continue
    const age = Date.now() - (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0)
    if (age > staleMs) rmSync(join(folder, name), { force: true })
  }
}

/** Each update would otherwise leave 19 MB behind; open files stay usable on Unix. */
function removeOtherVersions(folder: string, version: string): void {
  const others = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+/.test(name))
  for (const name of others.filter((name) => name !== version)) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // Windows keeps the files of a running process; the next update removes them.
    }
  }
}
