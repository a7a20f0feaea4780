import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { countOf } from '../contract/text/counts.ts'
import type { Config } from '../core/config/config.ts'
import { ConfigError } from '../core/config/config-error.ts'
import { warn } from '../core/log.ts'
import { readSecretKeyFile } from '../core/secret-key.ts'
import { version } from '../core/version.ts'
import { NestedFolders } from '../operations/backup/backup-folder.ts'
import type { BackupReport, BackupRequest } from '../operations/backup/backup-report.ts'
import type { FolderLimit } from '../operations/backup/folder-limits.ts'
import { formatBytes } from '../operations/backup/free-space.ts'
import { BackupRunning } from '../operations/backup/gallery-source.ts'
import { noteFailedBackup } from '../operations/backup/last-backup.ts'
import { makeBackup } from '../operations/backup/make-backup.ts'
import { libraryAt, openLibrary } from '../storage/library.ts'
import { type BackupTarget, backupTarget } from './backup-target.ts'
import { bucketFilesFor } from './bucket-files.ts'
import { examineFolder } from './examine-folder.ts'
import { explainCopyErrors } from './explain-copy-errors.ts'
import { noPermissions } from './permissions-warning.ts'
import { progressOn } from './progress.ts'
import { print, printProblem } from './terminal.ts'

/** How many of the originals that the gallery lacks are named. */
const namedCount = 20

/** @returns 0, or 1 if something of the gallery is missing from the backup or damaged there. */
export async function backUp(
  config: Config,
  {
    paths,
    keep,
    hasSecret,
    verifiesAll,
    isNewTarget,
  }: {
    paths: string[]
    keep: string | undefined
    hasSecret: boolean
    verifiesAll: boolean
    isNewTarget: boolean
  },
): Promise<number> {
  const target = await backupTargetIn(config, paths)
  const { folder } = target
  if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(keep)) {
    throw new ConfigError(
      `--keep must be a number of snapshots, at least 1, such as --keep 30; not "${keep}".`,
    )
  }
  const progress = progressOn(process.stdout, 'Copying')
  try {
    const { secretKeyFile } = config
    if (hasSecret && secretKeyFile !== undefined) readSecretKeyFile(secretKeyFile, warn)
    const report = await backUpInto(config, target, {
      keep: keep === undefined ? undefined : { newest: Number(keep) },
      hasSecret,
      verifiesAll,
      isNewTarget,
      secretKeyFile,
      now: Date.now,
      onProgress: progress.show,
    })
    progress.clear()
    for (const line of linesOf(report, config.data, folder)) print(line)
    for (const warning of warningsOf(report, folder)) printProblem(warning)
    for (const fault of report.faults) printProblem(fault)
    if (report.faults.length === 0) return 0
    printProblem('everything else was backed up. "vitrine check" says more about the gallery.')
    return 1
  } finally {
    progress.clear()
  }
}

/** The one folder or bucket that `vitrine backup` is given. @throws ConfigError */
export async function backupTargetIn(
  config: Config,
  [path, ...others]: readonly string[],
): Promise<BackupTarget> {
  if (path === undefined || others.length > 0) {
    throw new ConfigError('backup needs one folder or bucket to back up into; see vitrine --help.')
  }
  return backupTarget(config, path)
}

/** @throws Error with one line for the owner, which is also noted for Status. */
export function backUpInto(
  config: Config,
  { folder, store }: BackupTarget,
  request: Omit<BackupRequest, 'library' | 'folder' | 'store' | 'version' | 'openBucket'>,
): Promise<BackupReport> {
  // What is uploaded passes through the data folder; a full bucket says so itself.
  const fullDisk = store ? config.data : folder
  const full = `${fullDisk} is full: free some space or choose another folder. The earlier snapshots are unchanged, and the next backup keeps the files that were already copied.`
  const again =
    'The earlier snapshots are unchanged, and the next backup keeps what was already downloaded.'
  return notingFailure(config.data, folder, request.now, () =>
    explainCopyErrors({ data: config.data, backup: folder, full, again }, async () =>
      makeBackup({
        ...request,
        library: openGalleryLibrary(config.data),
        folder,
        store,
        version,
        openBucket: bucketFilesFor(config),
      }),
    ),
  )
}

/** Status shows why a backup was not made: nobody may be reading what cron prints. */
async function notingFailure<T>(
  data: string,
  folder: string,
  now: () => number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const library = libraryAt(data)
    const reason = error instanceof Error ? error.message : String(error)
    const note = { at: now(), folder, reason }
    // Neither says anything about the gallery's backups.
    const isNoFailure = error instanceof BackupRunning || error instanceof NestedFolders
    if (existsSync(library.databasePath) && !isNoFailure)
      await noteFailedBackup(library, note).catch(() => undefined)
    throw error
  }
}

/** Also true if a folder hides it, since it may be there; examineFolder says who may see it. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') return true
    throw error
  }
}

/** @throws Error if there is no gallery: a mistyped path must not become a data folder. */
export function openGalleryLibrary(data: string) {
  if (!isThere(join(data, 'vitrine.db')) && !isThere(join(data, 'restore.json'))) {
    throw new Error(`There is no gallery in ${data}; name its data folder with --data.`)
  }
  examineFolder(data)
  return openLibrary(data)
}

const limitTexts: Record<FolderLimit, (folder: string) => string> = {
  permissions: noPermissions,
  encryption: (folder) =>
    `warning: the backups in ${folder} are not encrypted, because they were begun before this gallery had a key for backups. Choose another prefix to encrypt them.`,
  'durable folders': (folder) =>
    `warning: the file system of ${folder} cannot confirm that a new file is listed in its folder, so a power cut just after a backup can undo that backup; earlier ones are not affected.`,
}

/** What is wrong in the gallery or with the folder. */
export function* warningsOf({ lost, limits }: BackupReport, folder: string): Generator<string> {
  for (const limit of limits) yield limitTexts[limit](folder)
  yield* lost.slice(0, namedCount)
  if (lost.length > namedCount) {
    yield `So are ${lost.length - namedCount} more originals; "vitrine check" names them all.`
  }
}

function* linesOf(report: BackupReport, data: string, folder: string): Generator<string> {
  const { added, addedBytes, unchanged, pruned } = report
  yield `Snapshot ${report.name} of ${data} in ${folder}: ${countOf(report.photos, 'photo')} (${formatBytes(report.bytes)})`
  const ways = Object.entries(added).flatMap(([way, files]) =>
    files > 0 ? [`${files} ${way}`] : [],
  )
  const total = Object.values(added).reduce((sum, files) => sum + files)
  const how = ways.length > 0 ? `: ${ways.join(', ')}` : ''
  yield `${countOf(total, 'new file')} (${formatBytes(addedBytes)}${how}), ${unchanged} unchanged`
  yield `Verified: the database, and the md5 of ${total === 1 ? 'the 1 new file' : `all ${total} new files`}`
  if (report.readAgain + report.readOlder > 0) yield readAgainLine(report)
  for (const line of report.replaced) yield line
  for (const note of report.notes) yield note
  if (pruned.snapshots > 0 || pruned.files > 0) {
    yield `Removed ${countOf(pruned.snapshots, 'old snapshot')} and ${countOf(pruned.files, 'file')} that no snapshot needs`
  }
  yield* targetNotes(report, folder)
}

function readAgainLine({
  readAgain,
  readOlder,
  unchanged,
  replaced,
  faults,
}: BackupReport): string {
  const isWhole = replaced.length === 0 && faults.length === 0
  const found = isWhole ? ', no damage found' : ''
  const older = readOlder > 0 ? ` and ${readOlder} of older snapshots` : ''
  return `Read again: ${readAgain} of ${countOf(unchanged, 'unchanged file')}${older}${found}`
}

/** What is unexpected about the backup folder. */
export function* targetNotes(report: BackupReport, folder: string): Generator<string> {
  if (report.otherData) {
    yield `The snapshot before is of ${report.otherData}, so no old snapshot was removed this time. If both galleries are in use, give each a backup folder of its own.`
  }
  if (report.targetChange === 'older') {
    yield `The newest snapshot that was in ${folder} is older than the last one made there: another disk or an older copy of the backup may be in its place. Today’s snapshot is complete.`
  }
  if (report.targetChange === 'newer') {
    yield `${folder} has a newer snapshot than the last one that this gallery made there, so no old snapshot was removed this time. If another copy of this gallery is backed up there, give each a backup folder of its own.`
  }
  if (report.isInMemory) {
    yield `${folder} is in memory: the backup is lost when this machine stops. Back up to a disk.`
  }
  if (report.onSameDisk) {
    yield `This backup is on the same disk as the ${report.onSameDisk}: it does not help if that disk fails. Back up to another disk too; if one should be mounted here, mount it.`
  }
}
