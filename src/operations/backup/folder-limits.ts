import { open } from 'node:fs/promises'
import { isUnsupported } from '../../images/unsupported.ts'
import type { BackupFolder } from './backup-folder.ts'

/**
 * What a file system lacks (exFAT, CIFS and NFS have not all that a Linux disk has), or that a bucket
 * is not encrypted although there is a key.
 */
export type FolderLimit = 'permissions' | 'durable folders' | 'encryption'

/** `isOpenToOthers` is whether it refused to close files to others. */
export async function folderLimits(
  backup: BackupFolder,
  isOpenToOthers: boolean,
): Promise<FolderLimit[]> {
  return [
    ...(isOpenToOthers ? ['permissions' as const] : []),
    ...((await syncsFolders(backup.snapshots)) ? [] : ['durable folders' as const]),
  ]
}

async function syncsFolders(path: string): Promise<boolean> {
  // Windows cannot open a folder, and needs not.
  if (process.platform === 'win32') return true
  const folder = await open(path, 'r')
  try {
    await folder.sync()
    return true
  } catch (error) {
    if (isUnsupported(error)) return false
    throw error
  } finally {
    await folder.close()
  }
}
