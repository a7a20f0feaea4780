import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { galleryPlace } from '../../core/database/gallery-place.ts'
import { lockFolder } from '../../core/database/lock.ts'
import { changeCopy, copyTo, openForReading } from '../../core/database/snapshot.ts'
import { md5Of } from '../../images/md5.ts'
import { syncFile, syncFolder } from '../../storage/library.ts'
import { type MediaFiles, openMediaFiles } from '../../storage/media-files.ts'
import {
  type BackupFolder,
  markerName,
  prepareBackup,
  refuseNesting,
  snapshotName,
  snapshotPaths,
  writeDurably,
} from './backup-folder.ts'
import type { BackupReport, BackupRequest } from './backup-report.ts'
import { originalsToCompare, unknownOriginals } from './contents.ts'
import { readCopy, refuseOtherSchema, verifyDatabase } from './copied-database.ts'
import { copyFiles } from './copy-files.ts'
import { copyOwnFiles } from './copy-own-files.ts'
import { createFileModes } from './file-modes.ts'
import { compareTarget, noteTarget, type TargetChange } from './known-targets.ts'
import { noteIncompleteBackup, noteLastBackup } from './last-backup.ts'
import { formatManifest, readManifest } from './manifest.ts'
import { prune, removeUnnamed } from './prune.ts'
import { sealing } from './sealing.ts'
import { isInMemory, sharedDisk, targetState } from './target-state.ts'
import { undoing } from './undo.ts'
import { hasItsTurn } from './verify-copies.ts'
import { verifySnapshots } from './verify-snapshots.ts'

/** How long a deletion in the server may keep the backup waiting, in ms. */
const lockWaitMs = 30_000

/**
 * Backs up beside a running server: first a snapshot of the database, then the files it names that
 * the folder does not have yet. Nothing of it counts before the snapshot's folder is renamed into
 * place, after everything was verified.
 * @throws Error with one line for the owner.
 */
export async function makeBackup(request: BackupRequest): Promise<BackupReport> {
  const { library } = request
  refuseNesting(request.folder, library.root)
  const lock = lockFolder(library.backupLockPath, lockWaitMs)
  if (!lock) throw new Error('Another backup of this gallery is running; wait until it has ended.')
  try {
    return await backUpLocked(request)
  } finally {
    lock.release()
  }
}

async function backUpLocked(request: BackupRequest): Promise<BackupReport> {
  const { library } = request
  const source = openForReading(library.databasePath)
  let media: MediaFiles | undefined
  try {
    refuseOtherSchema(source.schema)
    const gallery = galleryPlace(source.connection)
    const { libraryId } = gallery
    media = await openMediaFiles(gallery, library, request.openBucket)
    const state = targetState(request.folder, library, media)
    const targetChange = compareTarget(library, state, { isNew: request.isNewTarget === true })
    const undo = undoing(resolve(request.folder), [markerName])
    const backup = await prepareBackup(request.folder, libraryId).catch(async (error: unknown) => {
      await undo().catch(() => undefined)
      throw error
    })
    const hadLeftovers = await emptyTmp(backup)
    const earlier = backup.names().at(-1)
    const at = Math.max(request.now(), earlier ? backup.info(earlier).at + 1000 : 0)
    const snapshot = { name: snapshotName(at), at, earlier, hadLeftovers, targetChange }
    let isCopying = false
    try {
      return await addSnapshot({ ...request, media }, source, backup, snapshot, () => {
        isCopying = true
      })
    } catch (error) {
      await emptyFolder(join(backup.tmp, snapshot.name)).catch(() => undefined)
      // What was copied stays for the next backup, which finds the empty folder in tmp/.
      if (!isCopying && !hadLeftovers)
        await emptyTmp(backup)
          .then(undo)
          .catch(() => undefined)
      throw error
    }
  } finally {
    media?.close()
    source.connection.close()
  }
}

type Snapshot = {
  readonly name: string
  readonly at: number
  /** The name of the one before it. */
  readonly earlier: string | undefined
  /** Of a backup that was interrupted. */
  readonly hadLeftovers: boolean
  readonly targetChange: TargetChange
}

async function addSnapshot(
  request: BackupRequest & { media: MediaFiles },
  source: ReturnType<typeof openForReading>,
  backup: BackupFolder,
  { name, at, earlier, hadLeftovers, targetChange }: Snapshot,
  onCopying: () => void,
): Promise<BackupReport> {
  const { library, media, hasSecret, keep } = request
  const staging = join(backup.tmp, name)
  const paths = snapshotPaths(staging)
  await mkdir(paths.pages, { recursive: true, mode: 0o700 })
  const originals = await originalsToCompare(source.connection, library, media)
  copyTo(source.connection, paths.database)
  const modes = createFileModes()
  await modes.close(paths.database)

  const { files, photos, unlisted } = await readCopy(paths.database, library, media)
  changeCopy(paths.database, sealing(source.connection, { hasSecret }))
  verifyDatabase(paths.database)
  await syncFile(paths.database)

  const known = earlier ? await readManifest(backup, earlier) : new Map<string, string>()
  const copied = await copyFiles(files, {
    library,
    backup,
    known,
    isDue: (path) => request.verifiesAll === true || hasItsTurn(path, at),
    isListed: originals.length > 0,
    modes,
    onCopying,
    onProgress: request.onProgress,
  })
  const manifest = new Map(copied.manifest)
  const secret = hasSecret ? (request.secretKeyFile ?? library.secretKeyPath) : undefined
  const { own, faults: ownFaults, notes } = await copyOwnFiles(library, staging, secret)
  for (const file of own)
    manifest.set(`snapshots/${name}/${file}`, await md5Of(join(staging, file)))
  const sizes = await Promise.all(own.map(async (file) => (await stat(join(staging, file))).size))
  const bytes = copied.bytes + sizes.reduce((sum, size) => sum + size, 0)

  await writeDurably(paths.manifest, formatManifest(manifest))
  const { version } = request
  const data = library.root
  const info = { name, at, version, schema: source.schema, photos, bytes, hasSecret, data }
  await writeDurably(paths.info, `${JSON.stringify(info)}\n`)
  for (const folder of [paths.pages, staging]) await syncFolder(folder)
  const target = targetState(request.folder, library, media)
  await noteTarget(library, target, name, false)
  await rename(staging, backup.snapshot(name))
  await syncFolder(backup.snapshots)
  await noteTarget(library, target, name, true)

  const older = request.verifiesAll ? await verifySnapshots(backup, manifest) : undefined
  const faults = [
    ...copied.faults,
    ...(older?.faults ?? []),
    ...ownFaults,
    ...unlisted.map((path) => `${path} was left out: its name cannot be listed`),
    ...unknownOriginals(files, originals, media),
  ]
  const { read: readAgain, replaced } = copied.verified
  const { lost } = copied
  const earlierData = earlier && backup.info(earlier).data
  const otherData = earlierData && earlierData !== data ? earlierData : undefined
  const onSameDisk = sharedDisk(library, backup.root, media)
  const risks = { onSameDisk, ...(lost.length > 0 && { lost: lost.length }) }
  const report = {
    name,
    photos,
    bytes,
    ...copied.added,
    readAgain,
    readOlder: older?.read ?? 0,
    replaced,
    lost,
    onSameDisk,
    isInMemory: await isInMemory(backup.root),
    isOpenToOthers: modes.isRefused(),
    notes,
    targetChange,
    otherData,
    faults,
  }
  // One that failed because this one was running is of no interest.
  await rm(library.failedBackupPath, { force: true })
  if (faults.length > 0) {
    await noteIncompleteBackup(library, {
      at,
      folder: backup.root,
      faults: faults.length,
      ...risks,
    })
    return { ...report, pruned: { snapshots: 0, files: 0 } }
  }
  await noteLastBackup(library, { at, folder: backup.root, photos, bytes, ...risks })
  const snapshots =
    keep === undefined || otherData || targetChange === 'newer' ? 0 : await prune(backup, keep)
  const removed = snapshots > 0 || hadLeftovers ? await removeUnnamed(backup) : 0
  await emptyTmp(backup)
  return { ...report, pruned: { snapshots, files: removed } }
}

/** @returns whether an earlier backup had left anything there. */
async function emptyTmp({ tmp }: BackupFolder): Promise<boolean> {
  return (await emptyFolder(tmp)) > 0
}

/** @returns how much there was in it. */
async function emptyFolder(path: string): Promise<number> {
  const names = await readdir(path)
  for (const name of names) await rm(join(path, name), { recursive: true, force: true })
  return names.length
}
