import { galleryPlace } from '../../core/database/gallery-place.ts'
import { faultsOfDatabase, openForReading, schemaStateOf } from '../../core/database/snapshot.ts'
import type { Library } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { contentsOf } from './contents.ts'

/** @throws Error with one line unless the schema is this version's. */
export function refuseOtherSchema(schema: number): void {
  const state = schemaStateOf(schema)
  if (state === 'newer') {
    throw new Error(
      'The gallery was last used by a newer version of Vitrine; back it up with that version.',
    )
  }
  if (state === 'older') {
    throw new Error(
      'The gallery was last used by an older version of Vitrine. Back it up with that version, or start this one once, which keeps a copy of the database in backups/.',
    )
  }
}

/** What the snapshot's database names, before credentials and intents are removed from it. */
export async function readCopy(path: string, library: Library, media: MediaFiles) {
  const { connection } = openForReading(path)
  try {
    if (galleryPlace(connection).place !== media.kind) {
      throw new Error('The photos were being moved to another place; run the backup again.')
    }
    return await contentsOf(connection, library, media)
  } finally {
    connection.close()
  }
}

/** What a verification may use of memory. */
const verifyCacheKb = 32_768

/** @throws Error with one line if the copy at `path` is damaged. */
export function verifyDatabase(path: string): void {
  const { connection } = openForReading(path)
  try {
    // SQLite's own 2 MB make it read the pages of a large gallery many times.
    connection.run(`PRAGMA cache_size = -${verifyCacheKb}`)
    const [fault] = faultsOfDatabase(connection)
    if (fault !== undefined) {
      throw new Error(
        `The database is damaged (${fault}). The earlier snapshots are unchanged; "vitrine restore" restores one.`,
      )
    }
  } finally {
    connection.close()
  }
}
