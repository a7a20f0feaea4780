import { resolve } from 'node:path'
import type { Library } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { type BackupFolder, markerName, prepareBackup } from './backup-folder.ts'
import type { BackupReport } from './backup-report.ts'
import { folderLimits } from './folder-limits.ts'
import type { TargetState } from './known-targets.ts'
import { isInMemory, sharedDisk, targetState } from './target-state.ts'
import { undoing } from './undo.ts'

/** Where a backup is made. */
export type BackupPlace = {
  /** The state now; the place need not exist. */
  state(): Promise<TargetState>
  /**
   * Creates the backup, or continues an earlier one of the same gallery.
   * @throws Error with one line if it has other contents or is another gallery's backup.
   */
  prepare(libraryId: string): Promise<BackupFolder>
  /** Takes back what prepare() has added, as long as nothing else has been. */
  undo(): Promise<void>
  /** What the place lacks; `isOpenToOthers` is whether it refused to close files to others. */
  risksOf(
    backup: BackupFolder,
    isOpenToOthers: boolean,
  ): Promise<Pick<BackupReport, 'onSameDisk' | 'isInMemory' | 'limits'>>
}

/** A folder, which need not exist. */
export function folderPlace(path: string, library: Library, media: MediaFiles): BackupPlace {
  return {
    state: async () => targetState(path, library, media),
    prepare: (libraryId) => prepareBackup(path, libraryId),
    undo: undoing(resolve(path), [markerName]),
    risksOf: async (backup, isOpenToOthers) => ({
      onSameDisk: sharedDisk(library, backup.root, media),
      isInMemory: await isInMemory(backup.root),
      limits: await folderLimits(backup, isOpenToOthers),
    }),
  }
}
