import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToFolderOwner } from '../../core/database/folder-owner.ts'
import { lockFolder } from '../../core/database/lock.ts'
import { restoreMark } from '../../storage/data-folder.ts'
import { type Library, openLibrary, syncFile, syncFolder } from '../../storage/library.ts'
import type { OpenBucketFiles, WritableFiles } from '../../storage/media-files.ts'
import {
  type BackupFolder,
  openBackup,
  refuseNesting,
  type SnapshotInfo,
  snapshotPaths,
  writeDurably,
} from './backup-folder.ts'
import type { StoreAccess } from './backup-store.ts'
import { chooseSnapshot, refuseOlder } from './choose-snapshot.ts'
import { copyDatabase } from './copy-database.ts'
import type { Progress } from './copy-files.ts'
import { epochFileOf } from './epoch.ts'
import { examineSnapshot, type SnapshotFiles } from './examine-snapshot.ts'
import { fileAt } from './file-at.ts'
import { createFileModes, type FileModes } from './file-modes.ts'
import { requireSpace } from './free-space.ts'
import type { Manifest } from './manifest.ts'
import { refuseCaseCollisions } from './name-case.ts'
import { createPlacer, WrongContent } from './place-file.ts'
import { forgetLostRenditions, isInBucket, type Put, putIntoBucket } from './restore-to-bucket.ts'
import { type Afterwards, inspectRestored } from './restored-database.ts'
import { openStoredBackup } from './stored/stored-backup.ts'
import { undoing } from './undo.ts'

export type RestoreRequest = {
  readonly data: string
  /** Its path, or the address of the store. */
  readonly folder: string
  /** If the backup is outside the file systems of this machine. */
  readonly store?: StoreAccess | undefined
  /** The name of a snapshot; the newest if undefined. */
  readonly at: string | undefined
  /** The key that the gallery will use; without one, that of the snapshot comes into the folder. */
  readonly secretKey?: Uint8Array | undefined
  readonly onProgress: (progress: Progress) => void
  /** If the photos are to be there, wherever they were. */
  readonly openBucket?: OpenBucketFiles | undefined
  /** The bucket can be the gallery's own already, as nothing else uses it any more. */
  readonly isTakingOver?: boolean
}

export type RestoreReport = {
  readonly snapshot: SnapshotInfo
  /** The files that were restored, apart from the database; each was verified by its md5. */
  readonly restored: number
  /** Whether the restored gallery has the snapshot's key. */
  readonly hasItsKey: boolean
  /** What the backup does not have, or only damaged. */
  readonly faults: string[]
  /** Whether files of the backup itself are missing or damaged. */
  readonly isBackupDamaged: boolean
  /** Whether the file system of the data folder refused to close files to others. */
  readonly isOpenToOthers: boolean
  readonly afterwards: Afterwards
  /** What was brought to the bucket, if the photos are there. */
  readonly bucket?: Put
}

/** How many files are copied at the same time. */
const lanes = 4

/**
 * Restores a snapshot into an empty folder. The database comes last: until then the folder is
 * marked as unfinished, nothing but another restore uses it, and that one continues.
 * @throws Error with one line for the owner.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const inFolder = request.store ? undefined : await chooseInFolder(request)
  const undo = undoing(request.data, ['lock', restoreMark])
  const library = openLibrary(request.data, { isRestoring: true })
  const lock = lockFolder(library.lockPath)
  if (!lock) throw new Error(`${request.data} is in use by another program; stop that one first.`)
  let isCopying = false
  const onCopying = () => {
    isCopying = true
  }
  const modes = createFileModes()
  const restore = (chosen: Chosen) =>
    restoreLocked(request, { ...chosen, library, modes, onCopying })
  try {
    return inFolder ? await restore(inFolder) : await restoreStored(request, library, restore)
  } catch (error) {
    if (!isCopying) await undo().catch(() => undefined)
    throw error
  } finally {
    lock.release()
  }
}

/** The snapshot to be restored. */
type Chosen = {
  readonly backup: BackupFolder
  readonly snapshot: SnapshotInfo
  readonly files: SnapshotFiles
}

async function chooseInFolder(request: RestoreRequest): Promise<Chosen> {
  const backup = openBackup(request.folder)
  refuseNesting(request.folder, request.data)
  const snapshot = chooseSnapshot(backup, request.at)
  if (request.openBucket) refuseOlder(snapshot)
  return { backup, snapshot, files: await examineSnapshot(backup, snapshot) }
}

/** The descriptions and the database are first brought to tmp/, under a hidden name of a folder. */
async function restoreStored<T>(
  request: RestoreRequest,
  library: Library,
  restore: (chosen: Chosen) => Promise<T>,
): Promise<T> {
  const root = join(library.root, 'tmp', '.backup')
  await rm(root, { recursive: true, force: true })
  try {
    const backup = await openStoredBackup(request.store!, root, Date.now())
    const snapshot = chooseSnapshot(backup, request.at)
    if (request.openBucket) refuseOlder(snapshot)
    await using _ = await backup.fetchSnapshot(snapshot.name)
    return await restore({ backup, snapshot, files: await examineSnapshot(backup, snapshot) })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

type Parts = Chosen & {
  readonly library: Library
  readonly modes: FileModes
  /** Called before the first file is restored. */
  readonly onCopying: () => void
}

async function restoreLocked(request: RestoreRequest, parts: Parts): Promise<RestoreReport> {
  const { backup, snapshot, library } = parts
  const { manifest } = parts.files
  const isContinued = fileAt(library.restoreMarkPath) !== undefined
  const mark = { backup: backup.name, snapshot: snapshot.name }
  await writeDurably(library.restoreMarkPath, `${JSON.stringify(mark)}\n`)
  refuseCaseCollisions(library, manifest.keys())
  await library.emptyTemporary()
  // After the mark, because it lists its objects in tmp/.
  const restoring = isContinued || request.isTakingOver ? 'present' : 'new'
  const libraryId = backup.library
  const bucket = await request.openBucket?.({ library, libraryId, restoring })
  try {
    const isKeyWanted = snapshot.hasSecret && request.secretKey === undefined
    const { onProgress } = request
    const isLocal = (path: string) => !bucket || !isInBucket(path)
    const local = new Map([...manifest].filter(([path]) => isLocal(path)))
    const damaged = await restoreFiles(local, parts, onProgress)
    const put =
      bucket &&
      (await putIntoBucket({ backup, manifest, bucket, scratch: library.temporary, onProgress }))
    if (isContinued) await removeOthers(library, local, isKeyWanted)
    const own = await restoreOwnFiles(parts, isKeyWanted)
    damaged.push(...(put?.faults ?? []), ...own.faults)
    const { faults: lost, afterwards } = await restoreDatabase(parts, bucket)
    await rm(library.restoreMarkPath)
    await syncFolder(library.root)
    return {
      snapshot,
      // The manifest also names the database.
      restored: manifest.size - 1 - damaged.length,
      hasItsKey: own.key !== undefined && (isKeyWanted || isSameKey(own.key, request.secretKey)),
      faults: [...damaged, ...lost, ...unlistedPages(backup, snapshot, manifest)],
      isBackupDamaged: damaged.length > 0,
      isOpenToOthers: parts.modes.isRefused(),
      afterwards,
      ...(put && { bucket: put }),
    }
  } finally {
    bucket?.close()
  }
}

const isSameKey = (key: Buffer, wanted: Uint8Array | undefined): boolean =>
  wanted !== undefined && key.equals(wanted)

type MissingFile = { readonly path: string; readonly md5: string; readonly size: number }

/** Those already there were verified by the restore that put them there. */
async function restoreFiles(
  manifest: Manifest,
  { backup, files, library, modes, onCopying }: Parts,
  onProgress: (progress: Progress) => void,
): Promise<string[]> {
  const { missing, faults } = compareFiles(manifest, files.sizes, backup, library)
  await requireSpace(missing, library.root, backup.isStore ? undefined : backup.root)
  onCopying()
  const placer = createPlacer(join(library.root, 'tmp'), modes)
  let next = 0
  let done = 0
  let bytes = 0
  const restoreSome = async () => {
    for (let file = missing[next++]; file; file = missing[next++]) {
      const target = library.absolute(file.path)
      try {
        bytes += (await placer.place(backup.copies.source(file.path), target, file.md5)).bytes
      } catch (error) {
        if (!(error instanceof WrongContent)) throw error
        faults.push(`${file.path} is damaged in the backup`)
      }
      done++
      onProgress({ done, total: missing.length, bytes })
    }
  }
  const restoring = await Promise.allSettled(Array.from({ length: lanes }, restoreSome))
  for (const outcome of restoring) if (outcome.status === 'rejected') throw outcome.reason
  await placer.sync()
  return faults
}

/** What is still to be restored, and what the backup lacks. */
function compareFiles(
  manifest: Manifest,
  sizes: SnapshotFiles['sizes'],
  backup: BackupFolder,
  library: Library,
): { missing: MissingFile[]; faults: string[] } {
  const missing: MissingFile[] = []
  const faults: string[] = []
  for (const [path, md5] of manifest) {
    if (path.startsWith('snapshots/')) continue
    const source = backup.copies.find(path)
    const size = sizes.get(path) ?? source?.size
    if (!source) faults.push(`${path} is missing from the backup`)
    else if (source.size !== size) faults.push(`${path} is damaged in the backup`)
    else if (fileAt(library.absolute(path))?.size !== source.size) {
      missing.push({ path, md5, size: source.size })
    }
  }
  return { missing, faults }
}

/** The owner's pages and, if it is wanted, the secret key. @returns the snapshot's key. */
async function restoreOwnFiles(
  { backup, snapshot, files, library }: Parts,
  isKeyWanted: boolean,
): Promise<{ key: Buffer | undefined; faults: string[] }> {
  let key: Buffer | undefined
  const faults: string[] = []
  const prefix = `snapshots/${snapshot.name}/`
  const isOwn = ([path]: [string, string]) =>
    path.startsWith(prefix) && path !== `${prefix}vitrine.db`
  for (const [path, md5] of [...files.manifest].filter(isOwn)) {
    const own = path.slice(prefix.length)
    // Also of a store, the files of the snapshot itself are here.
    const file = join(backup.root, path)
    const bytes = fileAt(file) && (await readFile(file))
    if (!bytes) faults.push(`${path} is missing from the backup`)
    else if (createHash('md5').update(bytes).digest('hex') !== md5) {
      faults.push(`${path} is damaged in the backup`)
    } else {
      const isKey = own === 'secret.key'
      if (isKey) key = bytes
      if (!isKey || isKeyWanted) await writeDurably(library.absolute(own), bytes)
    }
  }
  return { key, faults }
}

/**
 * Pages in the snapshot's folder that are not restored, because nothing tells whether they are
 * whole.
 */
function unlistedPages(backup: BackupFolder, { name }: SnapshotInfo, manifest: Manifest): string[] {
  const { pages } = snapshotPaths(backup.snapshot(name))
  const names = statSync(pages, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(pages) : []
  return names
    .filter((page) => !page.startsWith('.'))
    .map((page) => `snapshots/${name}/pages/${page}`)
    .filter((path) => !manifest.has(path))
    .map((path) => `${path} was not restored: the manifest of the snapshot does not list it`)
}

/** The faults are the photos for which the backup has no original. */
async function restoreDatabase(
  { backup, snapshot: { name }, files, library, modes }: Parts,
  bucket: WritableFiles | undefined,
): Promise<{ faults: string[]; afterwards: Afterwards }> {
  const staging = library.temporary()
  await copyDatabase(staging, { backup, name, files, modes }, bucket ? 'bucket' : 'folder')
  if (bucket) await forgetLostRenditions(staging, bucket)
  const { epoch, faults, afterwards } = inspectRestored(staging, files)
  await syncFile(staging)
  giveToFolderOwner(staging)
  await writeDurably(library.epochPath, epochFileOf(epoch))
  await rename(staging, library.databasePath)
  await syncFolder(library.root)
  return { faults, afterwards }
}

/** What an unfinished restore of another snapshot has left. */
async function removeOthers(library: Library, manifest: Manifest, isKeyWanted: boolean) {
  for (const folder of ['originals', 'cameras', 'removed', 'quarantine', 'pages']) {
    const entries = await readdir(library.absolute(folder), {
      recursive: true,
      withFileTypes: true,
    })
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name)
      if (!entry.isDirectory() && !manifest.has(library.relative(path))) await rm(path)
    }
  }
  if (!isKeyWanted) await rm(library.secretKeyPath, { force: true })
}
