import { createOmissions, type Omissions } from '../../contract/imports/omissions.ts'
import { skipReasonOf } from '../../contract/imports/system-names.ts'
import { ownValue } from '../../contract/own-value.ts'
import { DriveError, isAboutAccess } from './drive-error.ts'
import { entriesIn, isFolder, isJpeg, noteOmitted } from './file-types.ts'
import { type FoundFile, fileFields, toFoundFile } from './found-file.ts'
import type { FileEntry } from './load-google.ts'
import type { InFolder, Requests } from './requests.ts'

/** A folder as Drive showed it at one time, without its files. */
export type Tree = {
  readonly id: string
  /** The shared drive that it is in. */
  readonly driveId: string | null
  /** Whether the folders in it belong to it. */
  readonly isDeep: boolean
  /** For the changes since then; null where Drive has none, so that everything is listed again. */
  readonly token: string | null
  /** The folders below it by their ids. */
  readonly folders: Readonly<Record<string, TreeFolder>>
}
export type TreeFolder = { readonly name: string; readonly parent: string }
export type Top = Pick<Tree, 'id' | 'driveId' | 'isDeep'>

/** `parent` is its folder in the tree. */
export type TreeFile = FoundFile & { readonly parent: string }

export type TreeParts = { readonly requests: Requests; readonly inFolder: InFolder }

export const treeFields = `${fileFields}, parents`

/** The number of folders in one query: Drive refuses queries that are too complex. */
const foldersAtOnce = 30

/** Everything in a folder, each file once. @throws DriveError */
export async function listTree(
  top: Top,
  parts: TreeParts,
): Promise<{ tree: Tree; files: TreeFile[]; omitted: Omissions }> {
  // Requested before the list, so that what changes meanwhile is found the next time.
  const token = await startToken(top, parts)
  const { folders, files, omitted } = await listContent([top.id], top, parts)
  return { tree: { ...top, token, folders }, files, omitted }
}

/** What is in these folders, and in the folders in them. */
export async function listContent(
  folderIds: readonly string[],
  { driveId, isDeep }: Top,
  parts: TreeParts,
) {
  const folders = new Map<string, TreeFolder>()
  /** A file that changes while pages are read can be on two of them. */
  const files = new Map<string, TreeFile>()
  const omissions = createOmissions()
  const queue = [...folderIds]
  const listed = new Set(queue)

  /** Lists a folder later, unless it is one that imports skip. */
  const enterFolder = (folder: FileEntry, parent: string) => {
    const id = folder.id!
    if (listed.has(id)) return
    const name = folder.name ?? ''
    const reason = skipReasonOf(name, folders.get(parent)?.name)
    if (reason) {
      omissions.addSkipped(name, reason)
      return
    }
    folders.set(id, { name, parent })
    listed.add(id)
    queue.push(id)
  }

  while (queue.length > 0) {
    const ids = queue.splice(0, foldersAtOnce)
    for (const file of await filesInFolders(ids, driveId, parts)) {
      const parent = file.parents?.find((id) => ids.includes(id)) ?? ids[0]!
      if (isJpeg(file)) files.set(file.id!, toTreeFile(file, parent))
      else noteOmitted(file, omissions)
      if (isDeep && isFolder(file)) enterFolder(file, parent)
    }
  }
  return {
    folders: Object.fromEntries(folders),
    files: [...files.values()],
    omitted: omissions.all(),
  }
}

/** @throws DriveError if Drive does not return all of them. */
async function filesInFolders(
  ids: readonly string[],
  driveId: string | null,
  { requests, inFolder }: TreeParts,
): Promise<readonly FileEntry[]> {
  const found = await inFolder(driveId === null ? {} : { driveId }, (scope) =>
    requests.search(entriesIn(ids), treeFields, scope),
  )
  if (!found.isWhole) throw new DriveError('transient', 'Google Drive returned incomplete results')
  return found.files
}

export const toTreeFile = (file: FileEntry, parent: string): TreeFile => ({
  ...toFoundFile(file),
  parent,
})

/** The paths of the tree's folders by their ids; '' for the top. */
export function folderPaths({ id: top, folders }: Pick<Tree, 'id' | 'folders'>) {
  const paths = new Map([[top, '']])
  const pathOf = (id: string): string => {
    const known = paths.get(id)
    if (known !== undefined) return known
    const { name, parent } = ownValue(folders, id)!
    const path = join(pathOf(parent), name)
    paths.set(id, path)
    return path
  }
  for (const id of Object.keys(folders)) pathOf(id)
  return paths
}

/** In Drive, a name can contain what separates folders elsewhere. */
export const join = (folder: string, name: string): string =>
  `${folder && `${folder}/`}${name.replaceAll('/', '_')}`

/** Null for a shared drive that the owner is not a member of: Drive does not show its changes. */
async function startToken(top: Top, { requests }: TreeParts): Promise<string | null> {
  try {
    return await requests.startToken(top.driveId ?? undefined)
  } catch (error) {
    if (error instanceof DriveError && isAboutAccess(error)) return null
    throw error
  }
}
