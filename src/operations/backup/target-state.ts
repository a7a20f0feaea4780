import { statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Library } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { findBackup, realPath } from './backup-folder.ts'
import type { TargetState } from './known-targets.ts'
import type { BackupRisks } from './last-backup.ts'
import { mountOf } from './mounts.ts'

/** A backup folder as it is now; it need not exist. */
export function targetState(path: string, library: Library, media: MediaFiles): TargetState {
  const folder = resolve(path)
  const realFolder = realPath(folder)
  const backup = findBackup(folder)
  const existing = backup ? realFolder : nearestFolder(realFolder)
  return {
    folder,
    realFolder,
    backup,
    onSameDisk: sharedDisk(library, existing, media) !== undefined,
    mountPoint: mountOf(existing)?.point,
  }
}

const nearestFolder = (path: string): string =>
  statSync(path, { throwIfNoEntry: false }) || path === dirname(path)
    ? path
    : nearestFolder(dirname(path))

/** A backup disk that is not mounted leaves an ordinary folder, which is on the same disk too. */
export function sharedDisk(
  library: Library,
  folder: string,
  { kind }: MediaFiles,
): BackupRisks['onSameDisk'] {
  if (statSync(library.root).dev !== statSync(folder).dev) return undefined
  return kind === 'bucket' ? 'database' : 'gallery'
}

/** tmpfs and ramfs, by statfs(2). */
const memoryFileSystems = [0x01021994, 0x858458f6]

export const isInMemory = async (folder: string): Promise<boolean> =>
  process.platform === 'linux' && memoryFileSystems.includes((await statfs(folder)).type >>> 0)
