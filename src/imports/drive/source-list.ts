import { z } from 'zod'
import type { KnownItem, ListedItem, Listing } from '../folders/driver.ts'
import type { GoogleDrive } from './google-drive.ts'
import { folderPaths, join, type Top, type Tree, type TreeFile } from './tree.ts'
import type { TreeChanges } from './tree-changes.ts'

const Cursor = z.object({
  id: z.string(),
  driveId: z.string().nullable(),
  isDeep: z.boolean(),
  token: z.string().nullable(),
  folders: z.record(z.string(), z.object({ name: z.string(), parent: z.string() })),
})

/** Lists a source's folder: what has changed since the cursor, or everything. @throws DriveError */
export async function listSource(
  top: Top,
  cursor: string | null,
  known: () => Iterable<KnownItem>,
  drive: Pick<GoogleDrive, 'tree' | 'treeChanges'>,
  /** Of files that were imported, by their ids. */
  importedMd5s: () => ReadonlyMap<string, string>,
): Promise<Listing> {
  const before = treeOf(cursor)
  const isSame =
    before && before.id === top.id && before.driveId === top.driveId && before.isDeep === top.isDeep
  const changes = isSame ? await drive.treeChanges(before) : undefined
  const changed = changes && changesOf(before!, changes, known)
  if (changed) return changed
  const { tree, files, omitted } = await drive.tree(top)
  const imported = importedMd5s()
  const items = toItems(files, folderPaths(tree)).map((item) => {
    const formerMd5 = imported.get(item.item)
    return formerMd5 === undefined || formerMd5 === item.md5 ? item : { ...item, formerMd5 }
  })
  return {
    kind: 'whole',
    items,
    gone: [],
    unreadable: [],
    omitted,
    cursor: JSON.stringify(tree),
  }
}

function treeOf(cursor: string | null): Tree | undefined {
  if (cursor === null) return undefined
  const parsed = Cursor.safeParse(JSON.parse(cursor))
  return parsed.success ? parsed.data : undefined
}

/** Undefined if the folders of the known files cannot be told apart. */
function changesOf(
  before: Tree,
  { tree, files, outside }: TreeChanges,
  known: () => Iterable<KnownItem>,
): Listing | undefined {
  const pathsBefore = folderPaths(before)
  const paths = folderPaths(tree)
  const otherFolders = [...pathsBefore].filter(([id, path]) => paths.get(id) !== path)
  const moved = new Map(otherFolders.map(([id, path]) => [path, paths.get(id)]))
  const isAmbiguous = new Set(pathsBefore.values()).size < pathsBefore.size
  if (moved.size > 0 && isAmbiguous) return undefined
  const items = toItems(files, paths)
  const gone: string[] = []
  if (outside.size > 0 || moved.size > 0) {
    const listed = new Set(items.map(({ item }) => item))
    for (const item of known()) {
      if (item.isGone || listed.has(item.item)) continue
      const [folder, name] = splitPath(item.path)
      if (outside.has(item.item)) gone.push(item.item)
      else if (moved.has(folder)) {
        const present = moved.get(folder)
        if (present === undefined) gone.push(item.item)
        else items.push({ ...unchanged(item), path: join(present, name) })
      }
    }
  }
  return { kind: 'changes', items, gone, unreadable: [], cursor: JSON.stringify(tree) }
}

function splitPath(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/')
  return [path.slice(0, Math.max(end, 0)), path.slice(end + 1)]
}

const unchanged = ({ item, path, bytes, version, md5, identity }: KnownItem): ListedItem => ({
  ...{ item, path, bytes, version, changed: null, md5, identity },
  date: null,
  blockedBy: null,
})

const toItems = (files: readonly TreeFile[], paths: ReadonlyMap<string, string>): ListedItem[] =>
  files.map((file) => ({
    item: file.id,
    path: join(paths.get(file.parent)!, file.name),
    bytes: file.size,
    version: file.version,
    changed: null,
    md5: file.md5Checksum || null,
    identity: null,
    date: file.createdTime || null,
    blockedBy: file.blockedBy ?? null,
  }))
