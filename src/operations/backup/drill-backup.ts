import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { countOf } from '../../contract/text/counts.ts'
import { galleryPlace } from '../../core/database/gallery-place.ts'
import { openForReading, schemaStateOf, upgradeCopy } from '../../core/database/snapshot.ts'
import type { Library } from '../../storage/library.ts'
import { originalKey } from '../../storage/media-keys.ts'
import {
  type BackupFolder,
  openBackup,
  refuseNesting,
  type SnapshotInfo,
  snapshotPaths,
} from './backup-folder.ts'
import type { StoreAccess } from './backup-store.ts'
import { chooseSnapshot } from './choose-snapshot.ts'
import { refuseOtherSchema } from './copied-database.ts'
import { copyDatabase } from './copy-database.ts'
import type { Progress } from './copy-files.ts'
import { choosePhotos, drilledCount, drillPhoto } from './drill-photos.ts'
import { noteDrill } from './drill-record.ts'
import { examineSnapshot, type SnapshotFiles } from './examine-snapshot.ts'
import { createFileModes } from './file-modes.ts'
import { requireSpace } from './free-space.ts'
import { whileLocked } from './gallery-source.ts'
import { damagedIn, noteDamaged } from './known-targets.ts'
import { inspectRestored } from './restored-database.ts'
import { type ScratchFiles, withScratchFiles } from './scratch-files.ts'
import { descriptionsOf, openStoredBackup } from './stored/stored-backup.ts'
import { TargetError } from './target-error.ts'

export type DrillRequest = {
  /** Of the gallery; the scratch files are there. */
  readonly library: Library
  readonly folder: string
  /** If the backup is outside the file systems of this machine. */
  readonly store?: StoreAccess | undefined
  readonly now: () => number
  readonly onProgress: (progress: Progress) => void
  /** Waited for between photos, so that others who need the machine come first. */
  readonly giveWay?: (() => Promise<void>) | undefined
  /** How long a backup or a deletion may keep it waiting, in ms. */
  readonly lockWaitMs?: number | undefined
}

const counted = ['photos', 'albums', 'comments', 'likes'] as const

/** How many of each a database contains. */
type DrillCounts = Readonly<Record<(typeof counted)[number], number>>

export type DrillReport = {
  readonly snapshot: string
  /** How many photos were restored, and their bytes. */
  readonly photos: number
  readonly bytes: number
  /** What the restored database contains; undefined if there is none. */
  readonly counts: DrillCounts | undefined
  /** What is wrong and what to do, in sentences. */
  readonly problems: readonly string[]
  /** The paths of damaged copies. */
  readonly damaged: readonly string[]
}

/**
 * Restores the database and a random share of the photos of a backup's newest snapshot, checks them
 * and removes them again. Changes neither the backup nor the gallery; only the result is noted.
 * @throws BackupRunning, or Error with one line if the drill could not be made.
 */
export async function drillBackup(request: DrillRequest): Promise<DrillReport> {
  const { library, folder, store, now, lockWaitMs } = request
  const inFolder = store ? undefined : openBackup(folder)
  if (inFolder) refuseNesting(folder, library.root)
  const at = now()
  // A backup could remove the snapshot meanwhile.
  return whileLocked(library, lockWaitMs, async () => {
    const backup =
      inFolder ?? (await openStoredBackup(store!, descriptionsOf(library, store!.store), at))
    requireOwnBackup(backup, library)
    const snapshot = chooseSnapshot(backup, undefined)
    await using _ = await backup.fetchSnapshot(snapshot.name)
    const target = { folder: backup.name, backup: { id: backup.id, newest: snapshot.name } }
    const known = damagedIn(library, target)
    const report = await withScratchFiles(library, (scratch) =>
      drillSnapshot(request, { backup, snapshot, scratch, known }),
    )
    const { photos, problems, damaged } = report
    await noteDrill(library, { folder: backup.name, at, photos, problems: [...problems] })
    // The next backup reads and replaces them, and the next drill tries them again.
    if (damaged.length > 0) await noteDamaged(library, target, [...known.union(new Set(damaged))])
    return report
  })
}

/** @throws TargetError if it is the backup of another gallery. */
function requireOwnBackup(backup: BackupFolder, library: Library): void {
  const { connection, schema } = openForReading(library.databasePath)
  try {
    refuseOtherSchema(schema)
    if (galleryPlace(connection).libraryId === backup.library) return
  } finally {
    connection.close()
  }
  const text = `${backup.name} contains the backups of another gallery; choose another folder.`
  throw new TargetError('wrong', text)
}

type Parts = {
  readonly backup: BackupFolder
  readonly snapshot: SnapshotInfo
  readonly scratch: ScratchFiles
  /** The paths of copies that were damaged before. */
  readonly known: ReadonlySet<string>
}

async function drillSnapshot(request: DrillRequest, parts: Parts): Promise<DrillReport> {
  const { backup, snapshot, scratch } = parts
  const { name } = snapshot
  const database = scratch.add()
  try {
    const files = await ofSnapshot(() => examineSnapshot(backup, snapshot))
    await requireRoom(request.library, parts, files)
    const { counts, problems } = await ofSnapshot(() => restoreDatabase(database, parts, files))
    const drilled = await drillPhotos(database, files, request, parts)
    return { snapshot: name, ...drilled, counts, problems: [...problems, ...drilled.problems] }
  } catch (error) {
    if (!(error instanceof SnapshotFault)) throw error
    const nothing = { photos: 0, bytes: 0, counts: undefined, damaged: [] }
    return { snapshot: name, ...nothing, problems: [error.message] }
  }
}

/** The snapshot itself is damaged. */
class SnapshotFault extends Error {
  override readonly name = 'SnapshotFault'
}

/** Tells errors about the snapshot from those of the system, which have a code. */
async function ofSnapshot<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== undefined && !/^SQLITE_(CORRUPT|NOTADB)/.test(code)) throw error
    throw new SnapshotFault(
      `The newest snapshot cannot be restored: ${message.replace(/\.$/, '')}. A new backup adds another one.`,
      { cause: error },
    )
  }
}

/** For the database, which can grow when it is upgraded, and the largest photo. */
async function requireRoom(library: Library, parts: Parts, files: SnapshotFiles): Promise<void> {
  const { size } = statSync(databaseOf(parts))
  let largest = 0
  for (const bytes of files.sizes.values()) largest = Math.max(largest, bytes)
  const needed = [{ size: 2 * size }, { size: largest }]
  await requireSpace(needed, dirname(library.temporary()), undefined)
}

/** @returns what the restored database contains, and which originals the backup lacks. */
async function restoreDatabase(database: string, parts: Parts, files: SnapshotFiles) {
  const { backup, snapshot } = parts
  const { name } = snapshot
  await copyDatabase(database, { backup, name, files, modes: createFileModes() }, 'folder')
  const { faults } = inspectRestored(database, files)
  const counts = countsIn(database)
  const expected = countsIn(databaseOf(parts))
  const problems = counted.flatMap((what) =>
    counts[what] === expected[what]
      ? []
      : [
          `The restored database has ${counts[what]} ${what} instead of ${expected[what]}. A new backup adds another snapshot.`,
        ],
  )
  if (schemaStateOf(snapshot.schema) === 'older') upgradeCopy(database)
  return { counts, problems: [...problems, ...lackingProblem(faults)] }
}

const databaseOf = ({ backup, snapshot }: Parts): string =>
  snapshotPaths(backup.snapshot(snapshot.name)).database

/** `faults` are the originals that no restore brings back. */
function lackingProblem(faults: readonly string[]): string[] {
  if (faults.length === 0) return []
  const others = faults.length > 1 ? `, and ${countOf(faults.length - 1, 'other')} too` : ''
  return [
    `${faults[0]}${others}. Run "vitrine check", which says what to do about each, and then back up again.`,
  ]
}

/** Of a database of this program's schema or an earlier one. */
function countsIn(path: string): DrillCounts {
  const { connection } = openForReading(path)
  try {
    return connection
      .query<DrillCounts, []>(
        `SELECT (SELECT count(*) FROM photo) AS photos, (SELECT count(*) FROM album) AS albums,
           (SELECT count(*) FROM comment) AS comments, (SELECT count(*) FROM photo_like) AS likes`,
      )
      .get()!
  } finally {
    connection.close()
  }
}

/** Restores a random share of the photos, one after another, so that they need little space. */
async function drillPhotos(
  database: string,
  { manifest }: SnapshotFiles,
  { library, onProgress, giveWay }: DrillRequest,
  { backup, snapshot, scratch, known }: Parts,
) {
  const chosen = chosenIn(database, drilledCount(snapshot.photos), known).filter(({ original }) =>
    manifest.has(originalKey(original)),
  )
  const modes = createFileModes()
  const problems: string[] = []
  const damaged: string[] = []
  let bytes = 0
  let done = 0
  for (const photo of chosen) {
    await giveWay?.()
    const problem = await drillPhoto(photo, { backup, scratch, modes, data: library.root })
    if (problem) problems.push(problem.text)
    if (problem?.isDamaged) damaged.push(originalKey(photo.original))
    bytes += photo.bytes
    onProgress({ done: ++done, total: chosen.length, bytes })
  }
  return { photos: chosen.length, bytes, problems, damaged }
}

function chosenIn(database: string, count: number, known: ReadonlySet<string>) {
  const { connection } = openForReading(database)
  try {
    return choosePhotos(connection, count, known)
  } finally {
    connection.close()
  }
}
