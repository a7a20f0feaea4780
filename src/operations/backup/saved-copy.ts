import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'
import { noBackup } from './backup-folder.ts'
import type { StoreAccess, StoredFile } from './backup-store.ts'
import { copyAt } from './file-at.ts'
import { lastBackup } from './last-backup.ts'
import { type PlacedSource, WrongContent } from './place-file.ts'
import { unlockStore } from './stored/unlock-store.ts'

/** A file of a backup, and the address at which a person finds it. */
type SavedCopy = { readonly name: string; readonly source: PlacedSource }

/** Finds a file of the right size in a backup. */
export type SavedCopies = (key: string, bytes: number) => SavedCopy | undefined

/** Opens a backup: the path of a folder, or the address of a store. */
export type OpenSavedCopies = (target: string) => Promise<SavedCopies>

/** Finds a file of the right size in the folder of the last backup, if that can be reached now. */
export const savedCopyIn =
  (library: Library) =>
  (key: string, bytes: number): string | undefined => {
    const backup = lastBackup(library)
    return backup && pathIn(backup.folder, key, bytes)
  }

export const savedCopiesIn =
  (folder: string): SavedCopies =>
  (key, bytes) => {
    const path = pathIn(folder, key, bytes)
    return path === undefined ? undefined : { name: path, source: path }
  }

function pathIn(folder: string, key: string, bytes: number): string | undefined {
  const path = join(folder, key)
  return copyAt(path)?.size === bytes ? path : undefined
}

/**
 * Lists the originals of a store once.
 * @throws Error with one line if it does not respond, or is no backup that the key opens.
 */
export async function savedCopiesInStore(
  access: StoreAccess,
  scratch: () => string,
): Promise<SavedCopies> {
  const { store, marker } = await unlockStore(access, scratch)
  if (!marker) throw new Error(noBackup(store.name))
  const files = new Map<string, StoredFile>()
  for await (const file of store.list('originals/')) files.set(file.path, file)
  return (key, bytes) => {
    if (files.get(key)?.size !== bytes) return undefined
    const source = async (target: string) => {
      if (!(await store.fetch(key, target))) throw new WrongContent(key)
    }
    return { name: `${store.name}/${key}`, source }
  }
}
