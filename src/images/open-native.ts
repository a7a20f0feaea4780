import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NativeFiles, unpack } from './unpack.ts'

export type Addon = { libvipsVersion(): unknown; _isUsingX64V2(): boolean }

export type OpenAddon = (path: string) => Addon

/**
 * Falls back to the system's temporary folder if `folder` is undefined, read-only or mounted
 * noexec.
 * @throws Error with one sentence for a person if neither works.
 */
export async function openNative(
  native: NativeFiles,
  folder: string | undefined,
  open: OpenAddon = openAddon,
): Promise<Addon> {
  const reasons: string[] = []
  try {
    if (folder !== undefined) return open(await unpack(native, folder))
  } catch (error) {
    reasons.push(`${folder}: ${messageOf(error)}`)
  }
  try {
    return await openInTemporaryFolder(native, open)
  } catch (error) {
    reasons.push(`${tmpdir()}: ${messageOf(error)}`)
  }
  throw new Error(
    `Could not load the image library; it needs a writable folder that is not mounted noexec (${reasons.join('; ')})`,
  )
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
