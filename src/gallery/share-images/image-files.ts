import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'
import { hasDiskSpace } from '../../storage/library.ts'

/** At most this many are kept, some 70 MB. */
const limit = 400

/**
 * One file per set on this machine's disk, because each takes a tenth of a second to compose. Files of
 * an earlier process are deleted, because they could show photos that were deleted since.
 */
export function createShareImageFiles(library: Library) {
  /** By set, the least recently used first. */
  const kept = new Map<string, { readonly version: string; readonly bytes: number }>()
  let emptying: Promise<void> | undefined
  const pathOf = (version: string) => join(library.cards, `${version}.jpg`)
  const remove = (version: string) => rm(pathOf(version), { force: true })

  const empty = async () => {
    for (const name of await readdir(library.cards)) {
      if (/^[\w-]+\.jpg$/.test(name)) await rm(join(library.cards, name), { force: true })
    }
  }
  const forget = async (set: string) => {
    const old = kept.get(set)
    kept.delete(set)
    if (old) await remove(old.version)
  }

  return {
    /** Deletes the files of an earlier process. */
    begin: () => (emptying ??= empty()),
    /** The file of this version; that of another one is out of date and is deleted. */
    find: async (set: string, version: string): Promise<Uint8Array | undefined> => {
      const found = kept.get(set)
      if (found?.version !== version) {
        await forget(set)
        return undefined
      }
      kept.delete(set)
      kept.set(set, found)
      const bytes = await Bun.file(pathOf(version))
        .bytes()
        .catch(() => undefined)
      return bytes?.length === found.bytes ? bytes : undefined
    },
    keep: async (set: string, version: string, bytes: Uint8Array): Promise<void> => {
      if (!(await hasDiskSpace(library.root, 'derived'))) return
      await library.writeDerived(pathOf(version), bytes)
      if (kept.get(set)?.version !== version) await forget(set)
      kept.set(set, { version, bytes: bytes.length })
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        await forget(oldest)
      }
    },
  }
}
