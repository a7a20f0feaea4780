import { openForReading } from '../../core/database/snapshot.ts'
import { md5Of } from '../../images/md5.ts'
import {
  type BackupFolder,
  damagedSnapshot,
  type SnapshotInfo,
  snapshotPaths,
} from './backup-folder.ts'
import { fileAt } from './file-at.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { originalsIn, photosIn } from './restored-database.ts'

/** What restoring a snapshot brings back. */
export type SnapshotFiles = {
  /** With what the database knows of the originals, which are the same in every snapshot. */
  readonly manifest: Manifest
  /** In bytes, by path, where the database knows them. */
  readonly sizes: ReadonlyMap<string, number>
  /** Why the backup has no original that the manifest does not list. */
  readonly whyUnlisted: string
}

/**
 * Compares a snapshot's description with its database and its files, before anything is restored
 * from it.
 * @throws Error with one line if they contradict each other, or its database is damaged.
 */
export async function examineSnapshot(
  backup: BackupFolder,
  info: SnapshotInfo,
): Promise<SnapshotFiles> {
  const { name, hasSecret, schema } = info
  const listed = await readManifest(backup, name)
  const fail = (fault: string) => new Error(damagedSnapshot(name, backup.name, fault))
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
    const photos = photosIn(opened.connection)
    if (photos !== info.photos) {
      throw fail(
        `its snapshot.json says ${photosInWords(info.photos)}, but its database has ${photos}`,
      )
    }
    for (const { path, bytes, md5 } of originalsIn(opened.connection)) {
      sizes.set(path, bytes)
      // A later backup may have files that were missing from the gallery when this one was made.
      const isThere = listed.has(path) || backup.copies.find(path)?.size === bytes
      if (isThere && md5 !== undefined) manifest.set(path, md5)
    }
  } finally {
    opened.connection.close()
  }
  const unknown = [...listed.keys()].find((path) => isOriginal(path) && !sizes.has(path))
  if (unknown !== undefined) {
    throw fail(`the manifest lists ${unknown}, which is not a photo in its database`)
  }
  // If the sizes do not add up, the manifest is the only evidence of what was backed up.
  const whyUnlisted =
    bytesOf(listed, sizes, backup) === info.bytes
      ? 'was missing from the gallery when the backup was made'
      : 'is not in the backup: the manifest of the snapshot does not list it'
  return { manifest, sizes, whyUnlisted }
}

const photosInWords = (photos: number): string => `${photos} ${photos === 1 ? 'photo' : 'photos'}`

const isOriginal = (path: string): boolean => path.startsWith('originals/')

/** Of the files in a manifest; undefined if one whose size only its file tells is not there. */
function bytesOf(
  listed: Manifest,
  sizes: ReadonlyMap<string, number>,
  backup: BackupFolder,
): number | undefined {
  let total = 0
  for (const path of listed.keys()) {
    const size = sizes.get(path) ?? backup.copies.find(path)?.size
    if (size === undefined) return undefined
    total += size
  }
  return total
}

/** @throws Error with one line if the file at `path` has another md5. */
export async function refuseDamaged(path: string, md5: string | undefined): Promise<void> {
  if (fileAt(path) && (await md5Of(path)) === md5) return
  throw new Error(
    `${path} is missing or damaged; choose another snapshot with vitrine restore --at.`,
  )
}
