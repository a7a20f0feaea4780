import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canShareOwner, giveToFolderOwner, makeFolder } from '../../core/database/folder-owner.ts'
import { md5Of } from '../../images/md5.ts'
import { syncFile, syncFolder } from '../../storage/library.ts'
import type { FileModes } from './file-modes.ts'

/** How a file was put into its place; a cloned one shares its blocks. */
export type Method = 'cloned' | 'linked' | 'copied' | 'downloaded' | 'uploaded'

/** The path of a file, or what writes it to a new one. */
export type PlacedSource = string | ((path: string) => Promise<void>)

export type Placed = { readonly md5: string; readonly bytes: number; readonly method: Method }

/** The content differs from what the database or the manifest says. */
export class WrongContent extends Error {
  override readonly name = 'WrongContent'
}

/** Clones, links or copies files, as cheaply as the file systems allow. `tmp` must exist. */
export function createPlacer(tmp: string, modes: FileModes) {
  const touched = new Set<string>()
  let best: Method = 'cloned'

  /** Falls back for good when the file systems do not support a method. */
  const bring = async (path: string, staging: string): Promise<Method> => {
    // A link to a link would be as easily lost as that one.
    const source = await realpath(path)
    if (best === 'cloned') {
      if (await succeeds(copyFile(source, staging, constants.COPYFILE_FICLONE_FORCE))) return best
      best = 'linked'
    }
    // What a failed attempt may have left.
    await rm(staging, { force: true })
    if (best === 'linked') {
      if (canShareOwner(source, tmp) && (await succeeds(link(source, staging)))) return best
      best = 'copied'
    }
    await copyWhole(source, staging, modes)
    return 'copied'
  }

  return {
    /**
     * Puts the file in place after its content was read back and verified; a power cut leaves all
     * of it or nothing once sync() has returned.
     * The source is a path, or writes the file to one.
     * @throws WrongContent, leaving nothing, if its md5 is not `expected`.
     */
    place: async (source: PlacedSource, target: string, expected?: string): Promise<Placed> => {
      const staging = join(tmp, randomBytes(16).toString('hex'))
      try {
        const method = typeof source === 'string' ? await bring(source, staging) : 'downloaded'
        if (typeof source !== 'string') await source(staging)
        // The original of a linked file was synced when it was imported.
        if (method !== 'linked') await syncFile(staging)
        const md5 = await md5Of(staging)
        if (expected !== undefined && md5 !== expected) throw new WrongContent(target)
        const { size: bytes } = await stat(staging)
        const folder = dirname(target)
        const made = await makeFolder(folder)
        giveToFolderOwner(staging)
        if (made !== undefined) touched.add(dirname(made))
        await rename(staging, target)
        touched.add(folder)
        return { md5, bytes, method }
      } finally {
        // Renaming a file to another link of itself does nothing.
        await rm(staging, { force: true })
      }
    },
    /** Makes everything placed so far durable. */
    sync: async () => {
      for (const folder of touched) await syncFolder(folder)
      touched.clear()
    },
  }
}

/** A copy that can be changed, whatever the mode of the source. */
export async function copyWhole(source: string, target: string, modes: FileModes): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await modes.close(target)
}

const unsupported = new Set([
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'ENOTTY',
  'EXDEV',
  'EINVAL',
  'EPERM',
  'EACCES',
  'EMLINK',
])

async function succeeds(work: Promise<void>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (unsupported.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}
