import { lchownSync, lstatSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Gives a file that root has created to the owner of its folder, because a service that runs as
 * another user must be able to use what a command of root leaves in its data folder. Does nothing
 * for other users, and where the file system does not support owners.
 */
export function giveToFolderOwner(path: string): void {
  if (process.geteuid?.() !== 0) return
  try {
    const { uid, gid } = lstatSync(dirname(path))
    const made = lstatSync(path)
    // The owner could have put a link to one of root's files there.
    const isOwnFile = made.isDirectory() || (made.isFile() && made.nlink === 1)
    if (uid !== 0 && made.uid === 0 && isOwnFile) lchownSync(path, uid, gid)
  } catch {
    // The file itself is as good as before.
  }
}

/** Makes a folder (0700) with its parents. @returns the first one that was not there before. */
export async function makeFolder(path: string): Promise<string | undefined> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  giveFoldersToOwner(made, path)
  return made
}

/** Does the same for new folders, from `first` down to `last`, unless `first` is undefined. */
export function giveFoldersToOwner(first: string | undefined, last: string): void {
  if (first === undefined || last.length < first.length) return
  giveFoldersToOwner(first, dirname(last))
  giveToFolderOwner(last)
}

/** Whether another link of a file would be as usable to the owner of the folder as a copy of it. */
export function canShareOwner(path: string, folder: string): boolean {
  if (process.geteuid?.() !== 0) return true
  const { uid } = lstatSync(folder)
  return uid === 0 || lstatSync(path).uid === uid
}
