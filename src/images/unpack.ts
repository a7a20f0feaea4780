import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { open, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { giveFoldersToOwner, giveToFolderOwner } from '../core/database/folder-owner.ts'
import { minuteMs } from '../core/time.ts'

/** `source` is the file compressed with zstd; size (bytes) and checksum are of the file itself. */
export type NativeFile = { path: string; source: string; size: number; sha256: string }

/** The files of one version of sharp; `addon` is the path of the one to open. */
export type NativeFiles = { version: string; addon: string; files: NativeFile[] }

const staleMs = 10 * minuteMs
const pieceBytes = 512 * 1024

/**
 * Each file is renamed from a temporary name, so that a crash leaves no partial file and two
 * processes can unpack at once. No fsync: every start compares the checksums. Requests are answered
 * meanwhile: this happens at a server's first picture.
 * @returns the addon's full path.
 */
export async function unpack(native: NativeFiles, folder: string): Promise<string> {
  const root = join(folder, native.version)
  let hasWritten = false
  for (const file of native.files) {
    const path = join(root, file.path)
    if (await isWhole(path, file)) continue
    await write(path, file)
    hasWritten = true
  }
  if (hasWritten) removeOtherVersions(folder, native.version)
  return join(root, native.addon)
}

/** Whether the file exists with the expected bytes; read in pieces, since libvips has 19 MB. */
async function isWhole(path: string, expected: NativeFile): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== expected.size) return false
  const hash = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceBytes)
  await using file = await open(path)
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, pieceBytes)
    if (bytesRead === 0) return hash.digest('hex') === expected.sha256
    hash.update(piece.subarray(0, bytesRead))
  }
}

async function write(path: string, file: NativeFile): Promise<void> {
  const made = mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  giveFoldersToOwner(made, dirname(path))
  removeStaleParts(path)
  const part = `${path}.${randomUUID()}.part`
  try {
    const bytes = await promisify(zstdDecompress)(await readFile(file.source))
    await writeFile(part, bytes, { mode: 0o600 })
    giveToFolderOwner(part)
    await rename(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    // Windows refuses to replace an open library: then another process has just written it.
    if (!(await isWhole(path, file))) throw error
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
