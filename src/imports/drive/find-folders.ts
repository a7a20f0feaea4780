import { DriveError } from './drive-error.ts'
import { anyFolder, folderIdOf, quoted } from './file-types.ts'
import { myDrive } from './folder-path.ts'
import type { FileEntry } from './load-google.ts'
import type { Requests, Scope } from './requests.ts'

/** `driveId` is that of its shared drive. A shared drive's top folder has the drive's id. */
export type FoundFolder = {
  readonly id: string
  readonly name: string
  readonly driveId?: string
  readonly createdTime: string
}

export const folderFields =
  'id, name, mimeType, driveId, createdTime, trashed, shortcutDetails(targetId, targetMimeType)'

const toFolder = ({ id, name, driveId, createdTime }: FileEntry): FoundFolder => ({
  id: id ?? '',
  name: name ?? '',
  ...(driveId && { driveId }),
  createdTime: createdTime ?? '',
})

/** A shortcut leads to its folder. Undefined if there is no such folder or it is in the bin. */
export async function readFolder(id: string, requests: Requests): Promise<FoundFolder | undefined> {
  try {
    const file = await requests.file(id, folderFields)
    const folderId = folderIdOf(file)
    if (file.trashed || folderId === undefined) return undefined
    // Drive returns the real id of 'root', which is not the one that was asked for.
    return file.id === folderId ? { ...toFolder(file), id } : readFolder(folderId, requests)
  } catch (error) {
    if (error instanceof DriveError && error.kind === 'gone') return undefined
    throw error
  }
}

/**
 * Folders, shortcuts to folders and the tops of drives, in the owner's drive, shared with them and
 * in shared drives: those of exactly this name or, if there are none, in another case.
 */
export async function foldersNamed(name: string, requests: Requests): Promise<FoundFolder[]> {
  const spellings = [...new Set([name, name.normalize('NFC'), name.normalize('NFD')])]
  const anyOf = (operator: string) =>
    `(${spellings.map((text) => `name ${operator} ${quoted(text)}`).join(' or ')}) and ${anyFolder}`
  const tops = await topFolders(requests)
  const named = [...tops, ...(await searchAllDrives(anyOf('='), requests))]
  const found = sameName(named, name)
  if (found.length > 0) return resolved(found, requests)
  const similar = await searchAllDrives(anyOf('contains'), requests)
  return resolved(sameName(similar, name), requests)
}

/** The tops of the owner's drive, by its name here and in Google's language, and of shared ones. */
async function topFolders(requests: Requests): Promise<FileEntry[]> {
  const isFolder = { mimeType: 'application/vnd.google-apps.folder' }
  const [root, drives] = await Promise.all([
    requests.file(myDrive.id, 'name, createdTime'),
    requests.allDrives(),
  ])
  const own = { ...root, ...isFolder, id: myDrive.id }
  return [
    ...(root.name === myDrive.name ? [] : [{ ...own, name: myDrive.name }]),
    own,
    ...drives.map((drive) => ({ ...drive, ...isFolder, driveId: drive.id ?? null })),
  ]
}

function sameName(files: readonly FileEntry[], name: string): FileEntry[] {
  const exact = files.filter((file) => file.name?.normalize('NFC') === name.normalize('NFC'))
  return exact.length > 0 ? exact : files.filter((file) => folded(file.name ?? '') === folded(name))
}

const folded = (name: string) => name.normalize('NFC').toLowerCase()

/** Each folder once; shortcuts become the folders that they lead to, under their own name. */
async function resolved(files: readonly FileEntry[], requests: Requests): Promise<FoundFolder[]> {
  const folders = new Map<string, FoundFolder>()
  const shortcuts: FileEntry[] = []
  for (const file of files) {
    const id = folderIdOf(file)
    if (id === file.id && id) folders.set(id, toFolder(file))
    else if (id) shortcuts.push(file)
  }
  for (const file of shortcuts) {
    const id = folderIdOf(file)!
    const target = folders.has(id) ? undefined : await readFolder(id, requests)
    if (target) folders.set(id, { ...target, name: file.name ?? target.name })
  }
  // In the same order for each page of them.
  return [...folders.values()].sort(
    (a, b) => compare(a.createdTime, b.createdTime) || compare(a.id, b.id),
  )
}

/** The order of UTF-16 code units, for sorting. */
export function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Drive's search of everything can be incomplete; searching each drive is not. */
async function searchAllDrives(q: string, requests: Requests): Promise<FileEntry[]> {
  const search = (scope: Scope) => requests.search(q, folderFields, scope)
  const { files, isWhole } = await search({ corpora: 'allDrives' })
  if (isWhole) return files
  const all = [...(await search({ corpora: 'user' })).files]
  for (const { id } of await requests.allDrives()) {
    if (id) all.push(...(await search({ corpora: 'drive', driveId: id })).files)
  }
  return all
}
