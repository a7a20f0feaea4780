import { z } from 'zod'
import { schema } from '../../contract/schema.ts'
import type { KnownItem, ListedItem, Listing } from '../folders/driver.ts'
import type { GoogleDrive } from './drive-api.ts'
import { folderPaths, join, type Top, type Tree, type TreeFile } from './tree.ts'
import type { TreeChanges } from './tree-changes.ts'

const Cursor = schema(() =>
  z.object({
    id: z.string(),
    driveId: z.string().nullable(),
    isDeep: z.boolean(),
    token: z.string().nullable(),
    folders: z.record(z.string(), z.object({ name: z.string(), parent: z.string() })),
  }),
)

/** Lists a source's folder: what has changed since the cursor, or everything. @throws DriveError */
export async function listSource(
  top: Top,
  cursor: string | null,
  known: () => Iterable<KnownItem>,
  drive: Pick<GoogleDrive, 'tree' | 'treeChanges'>,
  /** The md5s of files that were imported, by their ids. */
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
  const parsed = Cursor().safeParse(JSON.parse(cursor))
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
  const moved = movedFolders(pathsBefore, paths)
  const isAmbiguous = new Set(pathsBefore.values()).size < pathsBefore.size
  if (moved.size > 0 && isAmbiguous) return undefined
  const listed = toItems(files, paths)
  const isAnyUnlisted = outside.size > 0 || moved.size > 0
  const unlisted = isAnyUnlisted
    ? unlistedChanges(known(), new Set(listed.map(({ item }) => item)), outside, moved)
    : { items: [], gone: [] }
  return {
    kind: 'changes',
    items: [...listed, ...unlisted.items],
    gone: unlisted.gone,
    unreadable: [],
    cursor: JSON.stringify(tree),
  }
}

/** Known files that Drive did not list, but whose folder was moved or removed, or that left it. */
function unlistedChanges(
  known: Iterable<KnownItem>,
  listed: ReadonlySet<string>,
  outside: TreeChanges['outside'],
  moved: MovedFolders,
): { items: ListedItem[]; gone: string[] } {
  const items: ListedItem[] = []
  const gone: string[] = []
  for (const item of known) {
    if (item.isGone || listed.has(item.item)) continue
    const path = outside.has(item.item) ? undefined : presentPath(item.path, moved)
    if (path === undefined) gone.push(item.item)
    else if (path !== item.path) items.push({ ...unchanged(item), path })
  }
  return { items, gone }
}

/** The present paths of folders that were moved, by their former ones; undefined if removed. */
type MovedFolders = ReadonlyMap<string, string | undefined>

function movedFolders(
  before: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, string>,
): MovedFolders {
  const others = [...before].filter(([id, path]) => present.get(id) !== path)
  return new Map(others.map(([id, path]) => [path, present.get(id)]))
}

/** Where a file is now, if only its folder was moved; undefined if that was removed. */
function presentPath(path: string, moved: MovedFolders): string | undefined {
  const [folder, name] = splitPath(path)
  if (!moved.has(folder)) return path
  const present = moved.get(folder)
  return present === undefined ? undefined : join(present, name)
}

function splitPath(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/')
  return [path.slice(0, Math.max(end, 0)), path.slice(end + 1)]
}

const unchanged = ({ item, path, bytes, version, md5, identity }: KnownItem): ListedItem => ({
  item,
  path,
  bytes,
  version,
  changed: null,
  md5,
  identity,
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
