import type { Database } from 'bun:sqlite'
import { type GalleryPlace, galleryPlace } from '../../core/database/gallery-place.ts'
import { lockFolder } from '../../core/database/lock.ts'
import { openForReading } from '../../core/database/snapshot.ts'
import type { Library } from '../../storage/library.ts'
import { type MediaFiles, type OpenBucketFiles, openMediaFiles } from '../../storage/media-files.ts'
import { refuseOtherSchema } from './copied-database.ts'

/** The gallery is being backed up, exported or drilled already. */
export class BackupRunning extends Error {
  override readonly name = 'BackupRunning'
}

/** A gallery that is read while its server may be running. */
export type GallerySource = {
  readonly connection: Database
  readonly schema: number
  readonly gallery: GalleryPlace
  readonly media: MediaFiles
}

type Options = {
  readonly library: Library
  readonly openBucket: OpenBucketFiles | undefined
  /** How long another backup or a deletion may keep it waiting, in ms. */
  readonly lockWaitMs?: number | undefined
}

const usualLockWaitMs = 30_000

/**
 * Runs work that reads the database and the originals. Meanwhile no other backup or export runs, and
 * the server deletes no original.
 * @throws BackupRunning, or Error with one line if this program cannot read the database's schema.
 */
export async function readGallery<T>(
  { library, openBucket, lockWaitMs }: Options,
  work: (source: GallerySource) => Promise<T>,
): Promise<T> {
  return whileLocked(library, lockWaitMs, async () => {
    const { connection, schema } = openForReading(library.databasePath)
    let media: MediaFiles | undefined
    try {
      refuseOtherSchema(schema)
      const gallery = galleryPlace(connection)
      media = await openMediaFiles(gallery, library, openBucket)
      return await work({ connection, schema, gallery, media })
    } finally {
      media?.close()
      connection.close()
    }
  })
}

/**
 * Runs work during which no backup, export or restore drill of the gallery runs.
 * @throws BackupRunning
 */
export async function whileLocked<T>(
  { backupLockPath }: Pick<Library, 'backupLockPath'>,
  lockWaitMs: number | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const lock = lockFolder(backupLockPath, lockWaitMs ?? usualLockWaitMs)
  if (!lock) {
    throw new BackupRunning(
      'A backup, an export or a restore drill of this gallery is running; wait until it has ended.',
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
