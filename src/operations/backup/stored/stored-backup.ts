import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Library } from '../../../storage/library.ts'
import {
  type BackupFolder,
  backupFolder,
  formatMarker,
  type Marker,
  markerName,
  noBackup,
  parseMarker,
  writeDurably,
} from '../backup-folder.ts'
import type { BackupPlace } from '../backup-place.ts'
import type { BackupStore, StoreAccess, StoredFile } from '../backup-store.ts'
import { TargetError } from '../target-error.ts'
import {
  fetchDescriptions,
  fetchSnapshot,
  infoFile,
  isComplete,
  manifestFile,
  snapshotsIn,
} from './descriptions.ts'
import { putFile, storedCopies } from './stored-copies.ts'
import { type UnlockedStore, unlockStore } from './unlock-store.ts'

/** The folder in which a gallery keeps the descriptions of the snapshots in a store. */
export const descriptionsOf = ({ backups }: Pick<Library, 'backups'>, { name }: BackupStore) =>
  join(backups, 'stores', createHash('md5').update(name).digest('hex'))

/** A store that was listed. */
type Opened = Omit<UnlockedStore, 'marker'> & {
  /** All of its files but the marker, by path. */
  readonly files: Map<string, StoredFile>
  /** The folder of the descriptions. */
  readonly root: string
  marker: Marker | undefined
}

/** @throws Error with one line, as unlockStore. */
async function openStore(access: StoreAccess, root: string): Promise<Opened> {
  await mkdir(join(root, 'tmp'), { recursive: true, mode: 0o700 })
  const unlocked = await unlockStore(access, scratchIn(root))
  const files = new Map<string, StoredFile>()
  for await (const file of unlocked.store.list('')) {
    if (file.path !== markerName) files.set(file.path, file)
  }
  return { ...unlocked, files, root }
}

const scratchIn = (root: string) => () => join(root, 'tmp', randomBytes(16).toString('hex'))

/**
 * A backup in a store, to be restored or read; `root` is an empty folder or that of an earlier time.
 * @throws Error with one line if there is none.
 */
export async function openStoredBackup(
  access: StoreAccess,
  root: string,
  now: number,
): Promise<BackupFolder> {
  const opened = await openStore(access, root)
  if (!opened.marker) throw new Error(noBackup(access.store.name))
  await fetchDescriptions({ ...opened, now })
  return folderOf(opened, opened.marker)
}

/** A place for backups outside the file systems of this machine. `now` is in ms. */
export function storePlace(access: StoreAccess, library: Library, now: number): BackupPlace {
  const { name } = access.store
  const root = descriptionsOf(library, access.store)
  let opening: Promise<Opened> | undefined
  let isNew = false
  const open = () => {
    opening ??= openStore(access, root)
    return opening
  }
  return {
    state: async () => {
      const { files, marker } = await open()
      const complete = [...snapshotsIn(files.keys())].filter(([, names]) => isComplete(names))
      const newest = complete
        .map(([name]) => name)
        .toSorted()
        .at(-1)
      return {
        folder: name,
        realFolder: name,
        backup: marker && { id: marker.id, newest },
        onSameDisk: false,
        mountPoint: undefined,
      }
    },
    prepare: async (libraryId) => {
      const opened = await open()
      isNew = opened.marker === undefined
      opened.marker ??= await mark(opened, libraryId)
      requireOwn(opened.marker, libraryId, name)
      await removeIncomplete(opened)
      await fetchDescriptions({ ...opened, now })
      return folderOf(opened, opened.marker)
    },
    undo: async () => {
      const { files, outer } = await open()
      if (isNew && files.size === 0) await outer.remove(markerName)
    },
    risksOf: async () => {
      const { key } = await open()
      const isPlain = key === undefined && access.key !== undefined
      const limits = isPlain ? ['encryption' as const] : []
      return { onSameDisk: undefined, isInMemory: false, limits }
    },
  }
}

function requireOwn({ library }: Marker, libraryId: string, name: string): void {
  if (library === libraryId) return
  throw new TargetError(
    'wrong',
    `${name} contains the backups of another gallery; choose another bucket or prefix.`,
  )
}

/** Creates the marker, as the first file. */
async function mark({ outer, root, key }: Opened, library: string): Promise<Marker> {
  for await (const _ of outer.list('')) {
    throw new TargetError(
      'wrong',
      `${outer.name} is not empty and is not a Vitrine backup; choose another bucket or prefix.`,
    )
  }
  const text = formatMarker({ library, id: randomBytes(8).toString('hex'), key })
  const path = scratchIn(root)()
  await writeDurably(path, text)
  try {
    await putFile(outer, markerName, path)
  } finally {
    await rm(path, { force: true })
  }
  return parseMarker(text, outer.name)
}

/** What a backup that was killed has left of its snapshot. */
async function removeIncomplete({ store, files }: Opened): Promise<void> {
  for (const [name, names] of snapshotsIn(files.keys())) {
    if (isComplete(names)) continue
    for (const file of names) {
      await store.remove(`snapshots/${name}/${file}`)
      files.delete(`snapshots/${name}/${file}`)
    }
  }
}

function folderOf(opened: Opened, marker: Marker): BackupFolder {
  const { store, files, root } = opened
  const scratch = scratchIn(root)
  return backupFolder(root, marker, {
    name: store.name,
    isStore: true,
    copies: storedCopies({ store, files, scratch }),
    fetchSnapshot: (name) => fetchSnapshot(name, opened),
    removalAdvice: (name) =>
      opened.key === undefined
        ? `delete ${store.name}/snapshots/${name}`
        : 'begin new backups under another prefix',
    addSnapshot: (staged, name) => addSnapshot(staged, name, opened),
    removeSnapshot: async (name) => {
      const names = snapshotsIn(files.keys()).get(name) ?? []
      // Without it, the snapshot does not count any more.
      for (const file of [infoFile, ...names.filter((other) => other !== infoFile)]) {
        await store.remove(`snapshots/${name}/${file}`)
        files.delete(`snapshots/${name}/${file}`)
      }
      await rm(join(root, 'snapshots', name), { recursive: true, force: true })
    },
  })
}

/** Uploads a snapshot, and last of all what makes it count. */
async function addSnapshot(staged: string, name: string, opened: Opened): Promise<void> {
  const { store, files, root } = opened
  const entries = await readdir(staged, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(staged.length + 1))
    .filter((path) => path !== infoFile)
  for (const path of [...paths, infoFile]) {
    const stored = `snapshots/${name}/${path}`
    files.set(stored, await putFile(store, stored, join(staged, path)))
  }
  const target = join(root, 'snapshots', name)
  await mkdir(dirname(target), { recursive: true })
  for (const path of paths) {
    if (path !== manifestFile) await rm(join(staged, path), { force: true })
  }
  await rename(staged, target)
}
