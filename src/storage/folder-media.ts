import { rm } from 'node:fs/promises'
import { md5Of } from '../images/md5.ts'
import { hasDiskSpace, type Library, placeAside, placeDurably, sizeOf } from './library.ts'
import type { LocalFile, Media } from './media.ts'

const isOriginal = (key: string) => key.startsWith('originals/')

/**
 * Media in the data folder itself. `requireOriginals` throws if the folder of originals is not the
 * gallery's, such as the place under a disk that is not mounted: nothing is written there.
 */
export function createFolderMedia(library: Library, requireOriginals = () => {}): Media {
  const { absolute } = library
  const open = async (key: string, bytes?: number): Promise<LocalFile | undefined> => {
    const path = absolute(key)
    const size = await sizeOf(path)
    if (size === undefined && isOriginal(key)) requireOriginals()
    if (size === undefined || (bytes !== undefined && size !== bytes)) return undefined
    return { path, bytes: size }
  }
  const remove = async (keys: readonly string[]) => {
    for (const key of keys) await rm(absolute(key), { force: true })
  }

  return {
    kind: 'folder',
    open,
    openLocal: open,
    beginning: async (key, bytes) => {
      const file = await open(key)
      return file && Bun.file(file.path).slice(0, bytes).bytes()
    },
    compare: async (key, { bytes, md5 }) => {
      try {
        const size = await sizeOf(absolute(key))
        if (size === undefined) return 'absent'
        return size === bytes && (await md5Of(absolute(key))) === md5 ? 'same' : 'different'
      } catch {
        return 'different'
      }
    },
    sizeOf: (key) => sizeOf(absolute(key)),
    addFile: async (key, file) => {
      if (isOriginal(key)) requireOriginals()
      await placeDurably(file.path, absolute(key))
    },
    addBytes: (key, bytes) => library.writeDurably(absolute(key), bytes),
    replaceFile: async (key, file) => {
      if (isOriginal(key)) requireOriginals()
      await placeDurably(file.path, absolute(key))
    },
    addDerived: async (files) => {
      for (const [key, bytes] of files) await library.writeDerived(absolute(key), bytes)
    },
    addLocal: (key, bytes) => library.writeDerived(absolute(key), bytes),
    remove,
    removeLocal: remove,
    move: async (from, to) => {
      if ((await sizeOf(absolute(from))) !== undefined) {
        await placeAside(absolute(from), absolute(to))
      }
    },
    moveToQuarantine: async (key) => {
      const path = await library.moveToQuarantine(absolute(key))
      return path && library.relative(path)
    },
    during: (work) => work(),
    hasSpace: async (use) => {
      if (use === 'photos') requireOriginals()
      return hasDiskSpace(library.root, use)
    },
  }
}
