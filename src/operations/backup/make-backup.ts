import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { changeCopy, copyTo } from '../../core/database/snapshot.ts'
import { md5Of } from '../../images/md5.ts'
import { type Library, syncFile, syncFolder } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import {
  type BackupFolder,
  refuseNesting,
  snapshotName,
  snapshotPaths,
  writeDurably,
} from './backup-folder.ts'
import { type BackupPlace, folderPlace } from './backup-place.ts'
import type { BackupReport, BackupRequest } from './backup-report.ts'
import { formatChecked } from './checked-text.ts'
import { originalsToCompare, unknownOriginals } from './contents.ts'
import { readCopy, verifyDatabase } from './copied-database.ts'
import { type CopiedFiles, copyFiles } from './copy-files.ts'
import { copyOwnFiles } from './copy-own-files.ts'
import { createFileModes } from './file-modes.ts'
import { type GallerySource, readGallery } from './gallery-source.ts'
import {
  compareTarget,
  damagedIn,
  noteDamaged,
  noteTarget,
  type TargetChange,
} from './known-targets.ts'
import { noteIncompleteBackup, noteLastBackup } from './last-backup.ts'
import { formatManifest, type Manifest, readOtherHashes } from './manifest.ts'
import { prune, removeUnnamed } from './prune.ts'
import type { Keep } from './retention.ts'
import { sealing } from './sealing.ts'
import { requireDescription } from './snapshot-check.ts'
import { storePlace } from './stored/stored-backup.ts'
import { hasItsTurn, type VerifiedCopies } from './verify-copies.ts'
import { verifySnapshots } from './verify-snapshots.ts'

/**
 * Backs up beside a running server: first a snapshot of the database, then the files it names that
 * the folder does not have yet. The snapshot counts only once its folder is renamed into place,
 * after everything was verified.
 * @throws Error with one line for the owner.
 */
export async function makeBackup(request: BackupRequest): Promise<BackupReport> {
  const { library, openBucket, lockWaitMs } = request
  if (!request.store) refuseNesting(request.folder, library.root)
  return readGallery({ library, openBucket, lockWaitMs }, (source) => backUp(request, source))
}

async function backUp(request: BackupRequest, source: GallerySource): Promise<BackupReport> {
  const { library } = request
  const { media, gallery } = source
  const place = request.store
    ? storePlace(request.store, library, request.now())
    : folderPlace(request.folder, library, media)
  const state = await place.state()
  const targetChange = compareTarget(library, state, {
    isNew: request.isNewTarget === true,
    startOverAdvice: request.startOverAdvice,
    lastAt: request.lastAt,
  })
  const backup = await place.prepare(gallery.libraryId).catch(async (error: unknown) => {
    await place.undo().catch(() => undefined)
    throw error
  })
  const hadLeftovers = await emptyTmp(backup)
  const earlier = backup.names().at(-1)
  if (earlier !== undefined) await requireDescription(backup, earlier)
  const earlierAt = earlier === undefined ? undefined : backup.info(earlier).at
  const at = Math.max(request.now(), earlierAt === undefined ? 0 : earlierAt + 1000)
  const known = damagedIn(library, state)
  const unread = new Set(known)
  const isDue = (path: string) => {
    unread.delete(path)
    return request.verifiesAll === true || known.has(path) || hasItsTurn(path, at, earlierAt)
  }
  const due = { isDue, unread }
  const snapshot = { name: snapshotName(at), at, earlier, hadLeftovers, targetChange, ...due }
  let isCopying = false
  try {
    return await addSnapshot({ ...request, media, place }, source, backup, snapshot, () => {
      isCopying = true
    })
  } catch (error) {
    await emptyFolder(join(backup.tmp, snapshot.name)).catch(() => undefined)
    // What was copied stays for the next backup, which finds the empty folder in tmp/.
    if (!isCopying && !hadLeftovers)
      await emptyTmp(backup)
        .then(place.undo)
        .catch(() => undefined)
    throw error
  }
}

type Request = BackupRequest & { readonly media: MediaFiles; readonly place: BackupPlace }

type Snapshot = {
  readonly name: string
  readonly at: number
  /** The name of the one before it. */
  readonly earlier: string | undefined
  /** Of a backup that was interrupted. */
  readonly hadLeftovers: boolean
  readonly targetChange: TargetChange
  /** Whether a copy is read again, by its path. */
  readonly isDue: (path: string) => boolean
  /** Copies that are known to be damaged, and were not asked about. */
  readonly unread: ReadonlySet<string>
}

async function addSnapshot(
  request: Request,
  source: GallerySource,
  backup: BackupFolder,
  snapshot: Snapshot,
  onCopying: () => void,
): Promise<BackupReport> {
  const { library, place } = request
  const staged = await stageSnapshot(request, source, backup, snapshot, onCopying)
  const target = await place.state()
  await noteTarget(library, target, snapshot.name, false)
  await backup.addSnapshot(staged.path, snapshot.name)
  await noteTarget(library, target, snapshot.name, true)

  const older = await verifyOlder(request, backup, snapshot, staged)
  const unread = [...snapshot.unread].filter((path) => backup.copies.find(path))
  const damaged = [...staged.copied.verified.damaged, ...older.damaged, ...unread]
  await noteDamaged(library, target, damaged)
  const report = await reportOf(request, backup, snapshot, staged, older)
  // Ignores a backup that failed because this one was running.
  await rm(library.failedBackupPath, { force: true })
  await noteResult(library, backup, snapshot, report)
  if (report.faults.length > 0) return { ...report, pruned: { snapshots: 0, files: 0 } }
  return {
    ...report,
    pruned: await pruneAfter(report, request.keep, backup, { ...snapshot, ...staged }),
  }
}

async function verifyOlder(
  { giveWay }: Request,
  backup: BackupFolder,
  { isDue }: Snapshot,
  { manifest: known }: Staged,
): Promise<VerifiedCopies> {
  const modes = createFileModes()
  const writer = backup.copies.writer(modes)
  const older = await verifySnapshots({ backup, known, isDue, writer, modes, giveWay })
  await writer.sync()
  return older
}

/** A snapshot that is complete, but still in tmp/. */
type Staged = {
  readonly path: string
  readonly copied: CopiedFiles
  readonly manifest: Manifest
  readonly photos: number
  readonly bytes: number
  readonly notes: readonly string[]
  /** What is missing from the snapshot itself. */
  readonly faults: readonly string[]
  readonly isOpenToOthers: boolean
}

async function stageSnapshot(
  request: Request,
  source: GallerySource,
  backup: BackupFolder,
  { name, at, earlier, isDue }: Snapshot,
  onCopying: () => void,
): Promise<Staged> {
  const { library, media, hasSecret, version } = request
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

  const copied = await copyFiles(files, {
    library,
    backup,
    known: earlier ? await readOtherHashes(backup, earlier) : new Map<string, string>(),
    isDue,
    isListed: originals.length > 0,
    modes,
    onCopying,
    onProgress: request.onProgress,
    giveWay: request.giveWay,
  })
  const manifest = new Map(copied.manifest)
  const secret = hasSecret ? (request.secretKeyFile ?? library.secretKeyPath) : undefined
  const { own, faults, notes } = await copyOwnFiles(library, staging, secret)
  for (const file of own) {
    manifest.set(`snapshots/${name}/${file}`, await md5Of(join(staging, file)))
  }
  const sizes = await Promise.all(own.map(async (file) => (await stat(join(staging, file))).size))
  const bytes = copied.bytes + sizes.reduce((sum, size) => sum + size, 0)

  await writeDurably(paths.manifest, formatManifest(manifest))
  const listed = await md5Of(paths.manifest)
  const { schema } = source
  const gallery = { version, schema, photos, bytes, hasSecret, data: library.root }
  await writeDurably(paths.info, formatChecked({ name, at, ...gallery, manifest: listed }))
  for (const folder of [paths.pages, staging]) await syncFolder(folder)
  return {
    path: staging,
    copied,
    manifest,
    photos,
    bytes,
    notes,
    faults: [
      ...faults,
      ...unlisted.map((path) => `${path} was left out: its name cannot be listed`),
      ...unknownOriginals(files, originals, media),
    ],
    isOpenToOthers: modes.isRefused(),
  }
}

type Report = Omit<BackupReport, 'pruned'>

async function reportOf(
  { library, place }: Request,
  backup: BackupFolder,
  { name, earlier, targetChange }: Snapshot,
  { copied, photos, bytes, notes, faults, isOpenToOthers }: Staged,
  older: VerifiedCopies,
): Promise<Report> {
  const earlierData = earlier && backup.info(earlier).data
  return {
    name,
    photos,
    bytes,
    ...copied.added,
    readAgain: copied.verified.read,
    readOlder: older.read,
    replaced: [...copied.verified.replaced, ...older.replaced],
    lost: copied.lost,
    ...(await place.risksOf(backup, isOpenToOthers)),
    notes,
    targetChange,
    otherData: earlierData && earlierData !== library.root ? earlierData : undefined,
    faults: [...copied.faults, ...older.faults, ...faults],
  }
}

/** Records the backup for the status page and the metrics. */
async function noteResult(
  library: Library,
  backup: BackupFolder,
  { at }: Snapshot,
  { photos, bytes, onSameDisk, lost, faults }: Report,
): Promise<void> {
  const folder = backup.name
  const risks = { onSameDisk, ...(lost.length > 0 && { lost: lost.length }) }
  if (faults.length > 0) {
    await noteIncompleteBackup(library, { at, folder, faults: faults.length, ...risks })
  } else {
    await noteLastBackup(library, { at, folder, photos, bytes, ...risks })
  }
}

/** Removes old snapshots that are not to be kept, and what only they and interrupted backups have left. */
async function pruneAfter(
  { otherData, targetChange }: Report,
  keep: Keep | undefined,
  backup: BackupFolder,
  { name, manifest, hadLeftovers }: Snapshot & Staged,
): Promise<BackupReport['pruned']> {
  const keepsAll = keep === undefined || otherData !== undefined || targetChange === 'newer'
  const snapshots = keepsAll ? 0 : await prune(backup, keep)
  const files = snapshots > 0 || hadLeftovers ? await removeUnnamed(backup, { name, manifest }) : 0
  await emptyTmp(backup)
  return { snapshots, files }
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
