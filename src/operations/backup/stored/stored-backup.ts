import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { md5Of } from '../../../images/md5.ts'
import type { Library } from '../../../storage/library.ts'
import {
  type BackupFolder,
  backupFolder,
  formatMarker,
  type Marker,
  markerName,
  readMarker,
  writeDurably,
} from '../backup-folder.ts'
import type { BackupPlace } from '../backup-place.ts'
import type { BackupStore, StoredFile } from '../backup-store.ts'
import { WrongContent } from '../place-file.ts'
import { TargetError } from '../target-error.ts'
import {
  fetchDescriptions,
  fetchSnapshot,
  infoFile,
  isComplete,
  snapshotsIn,
} from './descriptions.ts'
import { storedCopies } from './stored-copies.ts'

/** The folder in which a gallery keeps the descriptions of the snapshots in a store. */
export const descriptionsOf = ({ backups }: Pick<Library, 'backups'>, { name }: BackupStore) =>
  join(backups, 'stores', createHash('md5').update(name).digest('hex'))

/** A store that was listed. */
type Opened = {
  readonly store: BackupStore
  /** All of its files, by path. */
  readonly files: Map<string, StoredFile>
  /** The folder of the descriptions. */
  readonly root: string
  /** Undefined if it is no backup yet. */
  marker: Marker | undefined
}

/** @throws Error with one line if the store does not respond, or TargetError if it has no good marker. */
async function openStore(store: BackupStore, root: string): Promise<Opened> {
  const files = new Map<string, StoredFile>()
  for await (const file of store.list('')) files.set(file.path, file)
  await mkdir(join(root, 'tmp'), { recursive: true, mode: 0o700 })
  const path = join(root, markerName)
  await rm(path, { force: true })
  const isMarked = files.has(markerName) && (await fetchMarker(store, path))
  return { store, files, root, marker: isMarked ? readMarker(root, store.name) : undefined }
}

/** A damaged one leaves an empty file, which readMarker refuses. */
async function fetchMarker(store: BackupStore, path: string): Promise<boolean> {
  try {
    return await store.fetch(markerName, path)
  } catch (error) {
    if (!(error instanceof WrongContent)) throw error
    await writeDurably(path, '')
    return true
  }
}

/**
 * A backup in a store, to be restored or read; `root` is an empty folder or that of an earlier time.
 * @throws Error with one line if there is none.
 */
export async function openStoredBackup(
  store: BackupStore,
  root: string,
  now: number,
): Promise<BackupFolder> {
  const opened = await openStore(store, root)
  if (!opened.marker)
    throw new Error(`${store.name} is not a Vitrine backup: it has no ${markerName}.`)
  await fetchDescriptions({ ...opened, now })
  return folderOf(opened, opened.marker)
}

/** A place for backups outside the file systems of this machine. `now` is in ms. */
export function storePlace(store: BackupStore, library: Library, now: number): BackupPlace {
  const root = descriptionsOf(library, store)
  let opening: Promise<Opened> | undefined
  let isNew = false
  const open = () => {
    opening ??= openStore(store, root)
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
        folder: store.name,
        realFolder: store.name,
        backup: marker && { id: marker.id, newest },
        onSameDisk: false,
        mountPoint: undefined,
      }
    },
    prepare: async (libraryId) => {
      const opened = await open()
      isNew = opened.marker === undefined
      opened.marker ??= await mark(opened, libraryId)
      requireOwn(opened.marker, libraryId, store)
      await removeIncomplete(opened)
      await fetchDescriptions({ ...opened, now })
      return folderOf(opened, opened.marker)
    },
    undo: async () => {
      const { files } = await open()
      if (!isNew || [...files.keys()].some((path) => path !== markerName)) return
      await store.remove(markerName)
    },
    risksOf: async () => ({ onSameDisk: undefined, isInMemory: false, limits: [] }),
  }
}

function requireOwn({ library }: Marker, libraryId: string, { name }: BackupStore): void {
  if (library === libraryId) return
  throw new TargetError(
    'wrong',
    `${name} contains the backups of another gallery; choose another bucket or prefix.`,
  )
}

/** Creates the marker, as the first file. */
async function mark({ store, files, root }: Opened, library: string): Promise<Marker> {
  if (files.size > 0) {
    throw new TargetError(
      'wrong',
      `${store.name} is not empty and is not a Vitrine backup; choose another bucket or prefix.`,
    )
  }
  const path = join(root, markerName)
  await writeDurably(path, formatMarker({ library, id: randomBytes(8).toString('hex') }))
  files.set(markerName, await putFile(store, markerName, path))
  return readMarker(root, store.name)
}

async function putFile(store: BackupStore, path: string, file: string): Promise<StoredFile> {
  const [md5, { size }] = [await md5Of(file), await stat(file)]
  await store.put(path, file, { size, md5 })
  return { path, size, md5 }
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
  const scratch = () => join(root, 'tmp', randomBytes(16).toString('hex'))
  return backupFolder(root, marker, {
    name: store.name,
    isStore: true,
    copies: storedCopies({ store, files, scratch }),
    fetchSnapshot: (name) => fetchSnapshot(name, opened),
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
    if (path !== 'manifest.md5') await rm(join(staged, path), { force: true })
  }
  await rename(staged, target)
}
