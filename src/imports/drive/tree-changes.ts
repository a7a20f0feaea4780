import { skipReasonOf } from '../../contract/imports/system-names.ts'
import { DriveError } from './drive-error.ts'
import { isFolder, isJpeg } from './file-types.ts'
import type { FileEntry } from './load-google.ts'
import type { Changes } from './requests.ts'
import {
  listContent,
  type Tree,
  type TreeFile,
  type TreeFolder,
  type TreeParts,
  toTreeFile,
  treeFields,
} from './tree.ts'

export type TreeChanges = {
  /** The tree as it is now. */
  readonly tree: Tree
  /** What is in it now among what has changed; files of the other folders only if they have. */
  readonly files: readonly TreeFile[]
  /** Ids of changed files that are not in it now, whether or not they were. */
  readonly outside: ReadonlySet<string>
}

/**
 * What has changed in a folder since the last time; undefined if only listing everything can show
 * it. @throws DriveError
 */
export async function changesIn(tree: Tree, parts: TreeParts): Promise<TreeChanges | undefined> {
  const changes = await changesSince(tree, parts)
  if (!changes) return undefined
  // Drive does not say whether its files were deleted too, or moved where only a list shows them.
  const isFolderGone = changes.files.some(
    ({ id, file }) => file === 'removed' && Object.hasOwn(tree.folders, id),
  )
  if (isFolderGone) return undefined
  const present = changes.files.flatMap(({ file }) => (file === 'removed' ? [] : [file]))
  const kept = foldersAfter(tree, present)
  // Drive reports a folder that was moved here, but not what is in it.
  const added = Object.keys(kept).filter((id) => !Object.hasOwn(tree.folders, id))
  const content = await listContent(added, tree, parts)
  const folders = { ...kept, ...content.folders }
  const isInside = (id: string) => id === tree.id || Object.hasOwn(folders, id)
  const files = new Map<string, TreeFile>()
  for (const file of present) {
    const parent = file.parents?.find(isInside)
    if (parent && !file.trashed && isJpeg(file)) files.set(file.id!, toTreeFile(file, parent))
  }
  for (const file of content.files) files.set(file.id, file)
  return {
    tree: { ...tree, token: changes.token, folders },
    files: [...files.values()],
    outside: new Set(changes.files.map(({ id }) => id).filter((id) => !files.has(id))),
  }
}

/** Undefined if Drive does not accept the page token, for example after a very long time. */
async function changesSince(
  { token, driveId }: Tree,
  { requests }: TreeParts,
): Promise<Changes | undefined> {
  if (token === null) return undefined
  try {
    return await requests.changes(token, treeFields, driveId ?? undefined)
  } catch (error) {
    if (error instanceof DriveError && meansNoSuchToken(error)) return undefined
    throw error
  }
}

const meansNoSuchToken = ({ kind, status }: DriveError): boolean =>
  kind !== 'throttled' && kind !== 'closed' && [400, 403, 404, 410].includes(status ?? 0)

/** The folders that lead to the top after the changes. */
function foldersAfter(
  { id: top, isDeep, folders }: Tree,
  present: readonly FileEntry[],
): Record<string, TreeFolder> {
  if (!isDeep) return {}
  const candidates = new Map(Object.entries(folders))
  for (const { id, name, parents, trashed } of present.filter(isFolder)) {
    const parent = parents?.[0]
    if (parent && !trashed && id !== top) candidates.set(id!, { name: name ?? '', parent })
    else candidates.delete(id!)
  }
  const isInside = (id: string, depth = 0): boolean => {
    if (id === top) return true
    const folder = candidates.get(id)
    if (!folder || skipReasonOf(folder.name, candidates.get(folder.parent)?.name)) return false
    return depth < candidates.size && isInside(folder.parent, depth + 1)
  }
  return Object.fromEntries([...candidates].filter(([id]) => isInside(id)))
}
