import { AppError } from '../contract/app-error.ts'
import type { DriveFolderChoice } from '../contract/drive.ts'
import type { Store } from '../database/open.ts'
import type { Connection } from './connection.ts'
import type { FoundFolder, GoogleDrive } from './google-drive.ts'
import type { DriveStore } from './store.ts'

/** '' if there is none. */
export type ChosenFolder = { readonly driveFolderId: string; readonly driveFolderName: string }

/** The most folders of one name to choose from. */
const maxOffered = 20

export type Folder = ReturnType<typeof createFolder>

export function createFolder({
  store,
  rows,
  connection,
}: {
  store: Store
  rows: DriveStore
  connection: Connection
}) {
  const chosen = (): ChosenFolder => {
    const { folder_id, folder_name } = rows.get()
    return { driveFolderId: folder_id ?? '', driveFolderName: folder_name ?? '' }
  }
  /** @throws AppError 404 for no folder of that name, 409 for several. */
  const find = async (
    drive: GoogleDrive,
    { driveFolderName: name, driveFolderId: id }: DriveFolderChoice,
  ): Promise<FoundFolder> => {
    if (id !== undefined) {
      const folder = await drive.folder(id)
      if (folder?.name === name) return folder
    } else {
      const [first, ...others] = await drive.foldersNamed(name)
      if (first && others.length === 0) return first
      if (first) {
        const offered = [first, ...others].slice(0, maxOffered)
        throw new AppError(409, `there are several folders named “${name}”; choose one`, {
          field: 'driveFolderName',
          folders: await Promise.all(offered.map(drive.described)),
        })
      }
    }
    throw new AppError(404, `there is no folder named “${name}” in the drive`, {
      field: 'driveFolderName',
    })
  }

  return {
    chosen,
    /** @throws AppError 409 not connected or several of that name (details.folders), 404. */
    choose: async (choice: DriveFolderChoice): Promise<ChosenFolder> => {
      const folder = await find(await connection.open(), choice)
      await store.write(() => rows.setFolder(folder.id, folder.name))
      return chosen()
    },
    /** The drive and its chosen folder. @throws AppError 409 not connected, 404 no folder. */
    open: async (signal?: AbortSignal): Promise<{ drive: GoogleDrive; folder: FoundFolder }> => {
      const drive = await connection.open()
      const { driveFolderId: id, driveFolderName: name } = chosen()
      if (id === '') throw new AppError(404, 'no Drive folder has been chosen yet')
      const folder = await drive.folder(id, signal)
      if (!folder) throw new AppError(404, `the folder '${name}' is no longer in the drive`)
      return { drive, folder }
    },
  }
}
