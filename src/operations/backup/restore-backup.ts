import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToFolderOwner } from '../../core/database/folder-owner.ts'
import { lockFolder } from '../../core/database/lock.ts'
import { changeCopy } from '../../core/database/snapshot.ts'
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
import { chooseSnapshot, refuseOlder } from './choose-snapshot.ts'
import type { Progress } from './copy-files.ts'
import { epochFileOf } from './epoch.ts'
import { examineSnapshot, refuseDamaged, type SnapshotFiles } from './examine-snapshot.ts'
import { createFileModes, type FileModes } from './file-modes.ts'
import type { Manifest } from './manifest.ts'
import { refuseCaseCollisions } from './name-case.ts'
import { copyWhole, createPlacer, WrongContent } from './place-file.ts'
import { removeOthers } from './remove-others.ts'
import { forgetLostRenditions, isInBucket, type Put, putIntoBucket } from './restore-to-bucket.ts'
import { type Afterwards, inspectRestored } from './restored-database.ts'
import { refuseWithoutRoom } from './room.ts'
import { unsealing } from './sealing.ts'
import { fileAt } from './source-file.ts'
import { undoing } from './undo.ts'

export type RestoreRequest = {
  readonly data: string
  readonly folder: string
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
 * Restores a snapshot into an empty folder. The database comes last: until then the folder is marked
 * as unfinished, nothing but another restore uses it, and that one continues.
 * @throws Error with one line for the owner.
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreReport> {
  const backup = openBackup(request.folder)
  refuseNesting(request.folder, request.data)
  const snapshot = chooseSnapshot(backup, request.at)
  if (request.openBucket) refuseOlder(snapshot)
  const files = await examineSnapshot(backup, snapshot)
  const { manifest, sizes } = files
  const undo = undoing(request.data, ['lock', restoreMark])
  const library = openLibrary(request.data, { isRestoring: true })
  const lock = lockFolder(library.lockPath)
  if (!lock) throw new Error(`${request.data} is in use by another program; stop that one first.`)
  const modes = createFileModes()
  let isCopying = false
  const onCopying = () => {
    isCopying = true
  }
  let bucket: WritableFiles | undefined
  try {
    const isContinued = fileAt(library.restoreMarkPath) !== undefined
    const mark = { backup: backup.root, snapshot: snapshot.name }
    await writeDurably(library.restoreMarkPath, `${JSON.stringify(mark)}\n`)
    refuseCaseCollisions(library, manifest.keys())
    await library.emptyTemporary()
    // After the mark, because it lists its objects in tmp/.
    const restoring = isContinued || request.isTakingOver ? 'present' : 'new'
    bucket = await request.openBucket?.({ library, libraryId: backup.library, restoring })
    const { onProgress } = request
    const isLocal = (path: string) => !bucket || !isInBucket(path)
    const local = new Map([...manifest].filter(([path]) => isLocal(path)))
    const damaged = await restoreFiles(
      backup,
      { manifest: local, sizes },
      library,
      modes,
      onProgress,
      onCopying,
    )
    const put = bucket && (await putIntoBucket({ backup, manifest, bucket, onProgress }))
    damaged.push(...(put?.faults ?? []))
    const isKeyWanted = snapshot.hasSecret && request.secretKey === undefined
    if (isContinued) await removeOthers(library, local, isKeyWanted)
    const own = await restoreOwnFiles(backup, snapshot, manifest, library, isKeyWanted)
    damaged.push(...own.faults)
    const { key } = own
    const { faults: lost, afterwards } = await restoreDatabase(
      backup,
      snapshot,
      files,
      library,
      modes,
      bucket,
    )
    await rm(library.restoreMarkPath)
    await syncFolder(library.root)
    const hasItsKey =
      key !== undefined &&
      (isKeyWanted || (request.secretKey !== undefined && key.equals(request.secretKey)))
    // The manifest also names the database.
    const restored = manifest.size - 1 - damaged.length
    const faults = [...damaged, ...lost, ...unlistedPages(backup, snapshot, manifest)]
    const isBackupDamaged = damaged.length > 0
    return {
      snapshot,
      restored,
      hasItsKey,
      faults,
      isBackupDamaged,
      isOpenToOthers: modes.isRefused(),
      afterwards,
      ...(put && { bucket: put }),
    }
  } catch (error) {
    if (!isCopying) await undo().catch(() => undefined)
    throw error
  } finally {
    bucket?.close()
    lock.release()
  }
}

/** Those already there were verified by the restore that put them there. */
async function restoreFiles(
  backup: BackupFolder,
  { manifest, sizes }: Pick<SnapshotFiles, 'manifest' | 'sizes'>,
  library: Library,
  modes: FileModes,
  onProgress: (progress: Progress) => void,
  onCopying: () => void,
): Promise<string[]> {
  const faults: string[] = []
  const missing: { path: string; md5: string; size: number }[] = []
  for (const [path, md5] of manifest) {
    if (path.startsWith('snapshots/')) continue
    const source = fileAt(backup.file(path))
    const size = sizes.get(path) ?? source?.size
    if (!source) faults.push(`${path} is missing from the backup`)
    else if (source.size !== size) faults.push(`${path} is damaged in the backup`)
    else if (fileAt(library.absolute(path))?.size !== source.size) {
      missing.push({ path, md5, size: source.size })
    }
  }
  await refuseWithoutRoom(missing, library.root, backup.root)
  onCopying()
  const placer = createPlacer(join(library.root, 'tmp'), modes)
  let next = 0
  let done = 0
  let bytes = 0
  const restoreSome = async () => {
    for (let file = missing[next++]; file; file = missing[next++]) {
      const target = library.absolute(file.path)
      try {
        bytes += (await placer.place(backup.file(file.path), target, file.md5)).bytes
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

/** The owner's pages and, if it is wanted, the secret key. @returns the snapshot's key. */
async function restoreOwnFiles(
  backup: BackupFolder,
  { name }: SnapshotInfo,
  manifest: Manifest,
  library: Library,
  isKeyWanted: boolean,
): Promise<{ key: Buffer | undefined; faults: string[] }> {
  let key: Buffer | undefined
  const faults: string[] = []
  const prefix = `snapshots/${name}/`
  for (const [path, md5] of manifest) {
    const own = path.slice(prefix.length)
    if (!path.startsWith(prefix) || own === 'vitrine.db') continue
    const bytes = fileAt(backup.file(path)) && (await readFile(backup.file(path)))
    if (!bytes) faults.push(`${path} is missing from the backup`)
    else if (createHash('md5').update(bytes).digest('hex') !== md5) {
      faults.push(`${path} is damaged in the backup`)
    } else {
      if (own === 'secret.key') key = bytes
      if (own !== 'secret.key' || isKeyWanted) await writeDurably(library.absolute(own), bytes)
    }
  }
  return { key, faults }
}

/** Pages in the snapshot's folder that are not restored, because nothing tells whether they are whole. */
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
  backup: BackupFolder,
  { name }: SnapshotInfo,
  files: SnapshotFiles,
  library: Library,
  modes: FileModes,
  bucket: WritableFiles | undefined,
): Promise<{ faults: string[]; afterwards: Afterwards }> {
  const staging = library.temporary()
  const source = snapshotPaths(backup.snapshot(name)).database
  await copyWhole(source, staging, modes)
  await refuseDamaged(staging, files.manifest.get(`snapshots/${name}/vitrine.db`))
  changeCopy(staging, unsealing(bucket ? 'bucket' : 'folder'))
  if (bucket) await forgetLostRenditions(staging, bucket)
  const { epoch, faults, afterwards } = inspectRestored(staging, files)
  await syncFile(staging)
  giveToFolderOwner(staging)
  await writeDurably(library.epochPath, epochFileOf(epoch))
  await rename(staging, library.databasePath)
  await syncFolder(library.root)
  return { faults, afterwards }
}
