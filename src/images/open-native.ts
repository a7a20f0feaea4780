import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NativeFiles, unpack } from './unpack.ts'

export type Addon = { libvipsVersion(): unknown; _isUsingX64V2(): boolean }

export type OpenAddon = (path: string) => Addon

/**
 * Falls back to the system's temporary folder if `folder` is undefined, read-only or mounted
 * noexec.
 * @throws Error with one sentence for a person if neither works; its code is that of the first
 * reason, such as ENOSPC, so that a request is refused like any other that the disk refuses.
 */
export async function openNative(
  native: NativeFiles,
  folder: string | undefined,
  open: OpenAddon = openAddon,
): Promise<Addon> {
  const failures: [folder: string, error: unknown][] = []
  try {
    if (folder !== undefined) return open(await unpack(native, folder))
  } catch (error) {
    failures.push([folder!, error])
  }
  try {
    return await openInTemporaryFolder(native, open)
  } catch (error) {
    failures.push([tmpdir(), error])
  }
  const reasons = failures.map(([folder, error]) => `${folder}: ${messageOf(error)}`).join('; ')
  const sentence = `Could not load the image library; it needs a writable folder that is not mounted noexec (${reasons})`
  const { code } = Object(failures[0]![1]) as { code?: unknown }
  throw Object.assign(new Error(sentence), typeof code === 'string' && { code })
}

/**
 * In a shared folder, others could have created any known name. Removed at once, except on Windows.
 */
async function openInTemporaryFolder(native: NativeFiles, open: OpenAddon): Promise<Addon> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'))
  try {
    // One folder deeper than needed: the addon also looks for libraries five folders up, which
    // would otherwise be the temporary folder, where anyone can put one.
    return open(await unpack(native, join(folder, 'runtime')))
  } finally {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Windows does not remove an open library.
    }
  }
}

function openAddon(path: string): Addon {
  const module = { exports: {} as Addon }
  process.dlopen(module, path)
  if (process.platform === 'linux' && process.arch === 'x64' && !module.exports._isUsingX64V2()) {
    throw new Error('this processor is too old: x86-64-v2 (SSE4.2) is needed')
  }
  return module.exports
}

/** The loader's messages can have several lines; ours have one. */
function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')
}
