import type { GalleryPlace } from '../../core/database/gallery-place.ts'
import { changeCopy } from '../../core/database/snapshot.ts'
import { type BackupFolder, snapshotPaths } from './backup-folder.ts'
import { refuseDamaged, type SnapshotFiles } from './examine-snapshot.ts'
import type { FileModes } from './file-modes.ts'
import { copyWhole } from './place-file.ts'
import { unsealing } from './sealing.ts'

/**
 * Copies a snapshot's database to `path`, as that of a restored gallery whose files are at `place`.
 * @throws Error with one line if it is damaged.
 */
export async function copyDatabase(
  path: string,
  snapshot: {
    readonly backup: BackupFolder
    readonly name: string
    readonly files: Pick<SnapshotFiles, 'manifest'>
    readonly modes: FileModes
  },
  place: GalleryPlace['place'],
): Promise<void> {
  const { backup, name, files, modes } = snapshot
  await copyWhole(snapshotPaths(backup.snapshot(name)).database, path, modes)
  await refuseDamaged(path, files.manifest.get(`snapshots/${name}/vitrine.db`))
  changeCopy(path, unsealing(place))
}
