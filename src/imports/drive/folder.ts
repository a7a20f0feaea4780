import type { DriveFolderChoice, DriveFoldersNamed } from '../../contract/imports/drive.ts'
import { noOmissions } from '../../contract/imports/omissions.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { invalidPageToken } from './browse.ts'
import type { Connection } from './connection.ts'
import type { FolderFiles, GoogleDrive } from './drive-api.ts'
import { DriveError } from './drive-error.ts'
import type { FoundFolder } from './find-folders.ts'
import { myDrive } from './folder-path.ts'
import { type DriveStore, driveStore } from './store.ts'

/** Both are '' if no folder is chosen. */
export type ChosenFolder = { readonly driveFolderId: string; readonly driveFolderName: string }

/** How many folders of one name are described at a time. */
const pageSize = 20

export type Folder = ReturnType<typeof createFolder>

const chosenFolderIn = (rows: DriveStore): ChosenFolder => {
  const { folder_id, folder_name } = rows.get()
  return { driveFolderId: folder_id ?? '', driveFolderName: folder_name ?? '' }
}

/** Reads which folder is chosen, for those that need nothing else of Google Drive. */
export const createChosenFolder = ({ store }: { store: Store }) => {
  const rows = driveStore(store)
  return (): ChosenFolder => chosenFolderIn(rows)
}

export function createFolder({
  store,
  rows,
  connection,
}: {
  store: Store
  rows: DriveStore
  connection: Connection
}) {
  const chosen = () => chosenFolderIn(rows)
  /** The chosen folder. @throws AppError 404 if there is none. */
  const of = async (drive: GoogleDrive): Promise<FoundFolder> => {
    const { driveFolderId: id, driveFolderName: name } = chosen()
    if (id === '') throw new AppError(404, 'no Drive folder has been chosen yet')
    const folder = await drive.folder(id)
    if (!folder)
      throw new AppError(404, `the folder “${name}” is no longer in the drive; choose another one`)
    return folder
  }
  /** @throws AppError 404 */
  const byId = async (drive: GoogleDrive, id: string): Promise<FoundFolder> => {
    const folder = await drive.folder(id)
    if (!folder) throw notThere('there is no such folder in the drive')
    if (id === myDrive.id) return { ...folder, name: myDrive.name }
    if (folder.driveId !== folder.id) return folder
    return { ...folder, name: (await drive.driveName(folder.id)) ?? folder.name }
  }
  /** @throws AppError 404 for no folder of that name, 409 for several. */
  const byName = async (drive: GoogleDrive, name: string): Promise<FoundFolder> => {
    const found = await drive.foldersNamed(name)
    if (found.length > 1) {
      throw new AppError(409, `there are several folders named “${name}”; choose one`, {
        field: 'driveFolderName',
        ...(await pageOf(found, 0, drive)),
      })
    }
    if (!found[0]) throw notThere(`there is no folder named “${name}” in the drive`)
    return found[0]
  }

  return {
    chosen,
    /** @throws AppError 409 not connected or several of that name (details.folders), 404. */
    find: async ({ driveFolderName, driveFolderId }: DriveFolderChoice): Promise<FoundFolder> => {
      const drive = await connection.open()
      return driveFolderId === undefined
        ? byName(drive, driveFolderName)
        : byId(drive, driveFolderId)
    },
    /** If it is not the present folder, `onChange` is called first, and may throw. */
    set: async (found: FoundFolder, onChange: () => void) => {
      const { id, name, driveId = null } = found
      await store.write(() => {
        if (id !== rows.get().folder_id) onChange()
        rows.setFolder({ id, name, driveId })
      })
      return chosen()
    },
    /** One page of the folders of a name. @throws AppError 400 for a wrong token, 409. */
    named: async (name: string, pageToken = '0'): Promise<DriveFoldersNamed> => {
      if (!/^\d{1,6}$/.test(pageToken)) throw invalidPageToken()
      const drive = await connection.open()
      return pageOf(await drive.foldersNamed(name), Number(pageToken), drive)
    },
    of,
    /**
     * All JPEGs in the chosen folder. The folder itself is read only if there are none, which can
     * have other reasons; so a visit with 10,000 files costs ten requests.
     * @throws AppError 404 if there is none.
     */
    files: async (drive: GoogleDrive): Promise<FolderFiles> => {
      const { folder_id: id, folder_name: name, folder_drive_id: driveId } = rows.get()
      if (!id) return drive.filesIn(await of(drive))
      const found = await drive.filesIn({ id, ...(driveId && { driveId }) }).catch(noneIfGone)
      if (found.files.length > 0) return found
      const folder = await of(drive)
      if ((folder.driveId ?? null) === driveId) return found
      await store.note(() => {
        // The owner may have chosen another one meanwhile.
        if (rows.get().folder_id !== id) return
        rows.setFolder({ id, name: name ?? '', driveId: folder.driveId ?? null })
      })
      return drive.filesIn(folder)
    },
  }
}

function noneIfGone(error: unknown): FolderFiles {
  if (error instanceof DriveError && error.kind === 'gone')
    return { files: [], omitted: noOmissions }
  throw error
}

const notThere = (message: string) => new AppError(404, message, { field: 'driveFolderName' })

async function pageOf(
  found: readonly FoundFolder[],
  start: number,
  drive: GoogleDrive,
): Promise<DriveFoldersNamed> {
  const end = start + pageSize
  return {
    folders: await Promise.all(found.slice(start, end).map(drive.described)),
    next: end < found.length ? String(end) : null,
  }
}
