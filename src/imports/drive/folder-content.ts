import type { DriveFile, DriveFolderContent } from '../../contract/imports/drive.ts'
import type { Store } from '../../core/database/open.ts'
import { folderContentOf, sortFiles } from './check.ts'
import type { Connection } from './connection.ts'
import type { DriveFailuresStore } from './failures.ts'
import type { Folder } from './folder.ts'
import { type FoundFile, toDriveFile } from './found-file.ts'
import type { DriveStore } from './store.ts'

/** What is in the chosen folder. Every method can throw DriveError, or AppError 404 or 409. */
export function createFolderContent({
  store,
  connection,
  folder,
  rows,
  failures,
}: {
  store: Store
  connection: Connection
  folder: Folder
  rows: DriveStore
  failures: DriveFailuresStore
}) {
  const known = { rows, failures }
  const files = async (): Promise<readonly FoundFile[]> =>
    (await folder.files(await connection.open())).files

  return {
    list: async (): Promise<DriveFile[]> => (await files()).map(toDriveFile),
    /** What an import would do, from one listing. */
    summary: async (): Promise<DriveFolderContent> => {
      const drive = await connection.open()
      const { driveFolderName } = folder.chosen()
      const { files: found, omitted } = await folder.files(drive)
      const content = folderContentOf(found, known)
      // They are listed as blocked now, and not as failed too.
      const failed = content.blocked.filter(({ fileId }) => failures.nameOf(fileId) !== undefined)
      if (failed.length > 0) {
        await store.note(() => failed.forEach(({ fileId }) => void failures.remove(fileId)))
      }
      return { folder: driveFolderName, ...content, omitted }
    },
    /** The new files; with `deleted`, those that were once deleted here. */
    check: async ({ deleted }: { deleted: boolean }): Promise<DriveFile[]> => {
      const sorted = sortFiles(await files(), known)
      return (deleted ? sorted.deleted : sorted.fresh).map(({ file }) => toDriveFile(file))
    },
  }
}
