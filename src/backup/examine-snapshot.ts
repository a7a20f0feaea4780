import { openForReading } from '../database/snapshot.ts'
import { md5Of } from '../images/md5.ts'
import {
  type BackupFolder,
  damagedSnapshot,
  type SnapshotInfo,
  snapshotPaths,
} from './backup-folder.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { originalsIn } from './restored-database.ts'
import { fileAt } from './source-file.ts'

/** What a restore of a snapshot brings back. */
export type SnapshotFiles = {
  /** With what the database knows of the originals, which are the same in every snapshot. */
  readonly manifest: Manifest
  /** In bytes, by path, where the database knows them. */
  readonly sizes: ReadonlyMap<string, number>
}

/**
 * Compares what a snapshot says about itself with its database and with what is there, before
 * anything is restored from it.
 * @throws Error with one line if they contradict each other, or its database is damaged.
 */
export async function examineSnapshot(
  backup: BackupFolder,
  { name, hasSecret, schema }: SnapshotInfo,
): Promise<SnapshotFiles> {
  const listed = await readManifest(backup, name)
  const fail = (fault: string) => new Error(damagedSnapshot(name, backup.root, fault))
  const isKeyListed = listed.has(`snapshots/${name}/secret.key`)
  if (isKeyListed && !hasSecret) {
    throw fail('the manifest lists a secret key, but its snapshot.json says that there is none')
  }
  if (hasSecret && !isKeyListed) throw fail('the manifest does not list the secret key')

  const database = snapshotPaths(backup.snapshot(name)).database
  await refuseDamaged(database, listed.get(`snapshots/${name}/vitrine.db`))
  const manifest = new Map(listed)
  const sizes = new Map<string, number>()
  const opened = openForReading(database)
  try {
    if (opened.schema !== schema) throw fail('its snapshot.json does not describe its database')
    for (const { path, bytes, md5 } of originalsIn(opened.connection)) {
      sizes.set(path, bytes)
      // A later backup may have brought what the gallery lacked when this one was made.
      const isThere = listed.has(path) || fileAt(backup.file(path))?.size === bytes
      if (isThere && md5 !== undefined) manifest.set(path, md5)
    }
  } finally {
    opened.connection.close()
  }
  return { manifest, sizes }
}

/** @throws Error with one line if the file at `path` has another md5. */
export async function refuseDamaged(path: string, md5: string | undefined): Promise<void> {
  if (fileAt(path) && (await md5Of(path)) === md5) return
  throw new Error(`${path} is missing or damaged; choose another snapshot with --at.`)
}
