import { readFileSync } from 'node:fs'
import { md5Of } from '../../images/md5.ts'
import { type BackupFolder, damagedSnapshot, snapshotPaths } from './backup-folder.ts'
import { isAsWritten } from './checked-text.ts'
import { isForbidden } from './file-at.ts'

/**
 * What is wrong with snapshot.json and the manifest, which no manifest lists; undefined if nothing
 * is, or if an earlier version wrote them, which did not say what they must be.
 */
export async function faultOfDescription(
  backup: BackupFolder,
  name: string,
): Promise<string | undefined> {
  const paths = snapshotPaths(backup.snapshot(name))
  const info = backup.info(name)
  const isInfoWhole = isAsWritten(readFileSync(paths.info, 'utf8'))
  if (isInfoWhole === undefined && info.manifest === undefined) return undefined
  if (isInfoWhole !== true) return 'its snapshot.json is damaged'
  const manifest = await md5Of(paths.manifest).catch(unreadable)
  if (manifest === undefined) return 'its manifest.md5 is missing or not readable'
  return manifest === info.manifest ? undefined : 'its manifest.md5 is damaged'
}

/** @throws Error with one line if the snapshot's description is damaged. */
export async function requireDescription(backup: BackupFolder, name: string): Promise<void> {
  const fault = await faultOfDescription(backup, name)
  if (fault !== undefined) throw new Error(damagedSnapshot(name, backup.name, fault))
}

/** @throws Error if the file is there, but not for this user. */
function unreadable(error: unknown): undefined {
  if (isForbidden(error)) throw error
  return undefined
}
