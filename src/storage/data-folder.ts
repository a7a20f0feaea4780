import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isSystemName } from '../contract/imports/system-names.ts'
import { isUnsupported } from '../images/unsupported.ts'

/** The file that exists from the beginning of a restore to its end. */
export const restoreMark = 'restore.json'

/**
 * @throws Error for a folder with other contents: a mistyped path must not become a data folder,
 * because some of its folders would be emptied. `folders` are the names of a data folder's folders.
 */
export function requireDataFolder(
  root: string,
  folders: readonly string[],
  isRestoring: boolean,
): void {
  if (existsSync(join(root, restoreMark))) {
    if (isRestoring) return
    throw new Error(
      `${root} contains an unfinished restore. Run "vitrine restore" with the same backup again, or empty the folder.`,
    )
  }
  if (isRestoring && existsSync(join(root, 'vitrine.db'))) {
    throw new Error(`${root} already contains a gallery; choose an empty folder with --data.`)
  }
  if (!isDataFolder(root, folders)) {
    throw new Error(
      `${root} is not empty and is not a Vitrine data folder; choose another with --data.`,
    )
  }
}

/** A data folder has its database, or only what an interrupted first start left behind. */
function isDataFolder(root: string, folders: readonly string[]): boolean {
  const found = statSync(root, { throwIfNoEntry: false })
  if (!found) return true
  if (!found.isDirectory()) throw new Error(`${root} is a file; --data must be a folder.`)
  if (statSync(join(root, 'vitrine.db'), { throwIfNoEntry: false })) return true
  const ownNames = new Set([...folders, 'lock', 'secret.key', 'backup.key'])
  return readdirSync(root, { withFileTypes: true }).every((entry) => {
    if (isSystemName(entry.name)) return true
    if (!ownNames.has(entry.name)) return false
    return !entry.isDirectory() || readdirSync(join(root, entry.name)).every(isSystemName)
  })
}

/** Whether a data folder has any file of a photo. */
export const hasOriginals = (root: string): boolean => hasFiles(join(root, 'originals'))

/** Whether there is any file in a folder or below it. */
export const hasFiles = (folder: string): boolean =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
  readdirSync(folder, { withFileTypes: true }).some(
    (entry) => entry.isFile() || (entry.isDirectory() && hasFiles(join(folder, entry.name))),
  )

/**
 * A volume that is writable for everyone can belong to another user, whom its mode cannot keep out.
 */
export function closeToOthers(root: string): void {
  const { mode, uid } = statSync(root)
  const user = process.geteuid?.()
  if ((mode & 0o077) !== 0 && (user === undefined || user === 0 || user === uid)) {
    try {
      chmodSync(root, 0o700)
    } catch (error) {
      // The file system may not support permissions.
      if (!isUnsupported(error)) throw error
    }
  }
}
