import type { DriveFolderBrowse } from '../../contract/imports/drive.ts'
import { AppError } from '../../core/errors.ts'
import { DriveError } from './drive-error.ts'
import { anyFolder, folderIdOf, quoted } from './file-types.ts'
import { folderFields, readFolder } from './find-folders.ts'
import { folderPath, myDrive, sharedWithMe } from './folder-path.ts'
import type { FileEntry } from './load-google.ts'
import type { InFolder, Requests } from './requests.ts'

const pageSize = 100
const orderBy = 'name_natural'

/** The folders in a folder, or in all drives without one. @throws AppError 404, 400; DriveError. */
export async function browseFolders(
  { parent, pageToken }: { parent?: string | undefined; pageToken?: string | undefined },
  { requests, inFolder }: { requests: Requests; inFolder: InFolder },
): Promise<DriveFolderBrowse> {
  try {
    if (parent === undefined) return await topLevel(pageToken, requests)
    const page = { pageToken, pageSize, orderBy }
    if (parent === sharedWithMe.id) {
      const query = `sharedWithMe = true and ${anyFolder}`
      const list = await requests.list(query, folderFields, { corpora: 'user' }, page)
      return { path: [sharedWithMe], ...pageOf(list) }
    }
    const folder = await readFolder(parent, requests)
    if (!folder) throw new AppError(404, 'this folder is not in the drive')
    const query = `${quoted(folder.id)} in parents and ${anyFolder}`
    const [path, list] = await Promise.all([
      folderPath(folder.id, requests),
      inFolder(folder, (scope) => requests.list(query, folderFields, scope, page)),
    ])
    return { path, ...pageOf(list) }
  } catch (error) {
    const isToken = pageToken !== undefined && error instanceof DriveError && error.status === 400
    throw isToken ? invalidPageToken() : error
  }
}

export const invalidPageToken = () =>
  new AppError(400, 'pageToken: is not valid', { field: 'pageToken' })

async function topLevel(
  pageToken: string | undefined,
  requests: Requests,
): Promise<DriveFolderBrowse> {
  const { items, next } = await requests.drives(pageToken)
  const drives = items.map(({ id, name }) => ({ id: id ?? '', name: name ?? '', canChoose: true }))
  const first = [
    { ...myDrive, canChoose: true },
    { ...sharedWithMe, canChoose: false },
  ]
  return {
    path: [],
    folders: pageToken === undefined ? [...first, ...drives] : drives,
    next: next ?? null,
  }
}

function pageOf(list: { files?: FileEntry[]; nextPageToken?: string | null }) {
  const folders = (list.files ?? []).flatMap((file) => {
    const id = folderIdOf(file)
    return id ? { id, name: file.name ?? '', canChoose: true } : []
  })
  return { folders, next: list.nextPageToken ?? null }
}
