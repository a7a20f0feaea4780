import type { Database } from 'bun:sqlite'
import { faultsOfDatabase, openForReading } from '../../core/database/snapshot.ts'
import { originalKey } from '../../storage/media-keys.ts'
import type { Manifest } from './manifest.ts'

/** What the owner has to know about the restored gallery. */
export type Afterwards = {
  /** Whether there is a password. */
  readonly hasOwner: boolean
  readonly hasGuests: boolean
  readonly drive: 'never connected' | 'connected' | 'lost'
  /** Into which the gallery backed itself up; it does not go on by itself. */
  readonly backupFolders: readonly string[]
  /** Whether it tells of problems by services that need a secret or token. */
  readonly needsSecrets: boolean
}

/** `whyUnlisted` says why a file is not in the manifest. */
type Listed = { readonly manifest: Manifest; readonly whyUnlisted: string }

/**
 * Examines a restored database before it is used. The faults are the photos whose originals the
 * backup does not have.
 * @throws Error with one line if it is damaged.
 */
export function inspectRestored(path: string, files: Listed) {
  const { connection } = openForReading(path)
  try {
    return inspect(connection, files)
  } finally {
    connection.close()
  }
}

function inspect(connection: Database, { manifest, whyUnlisted }: Listed) {
  const [fault] = faultsOfDatabase(connection)
  if (fault !== undefined) throw new Error(`The database in the snapshot is damaged: ${fault}.`)
  const epoch = connection
    .query<{ library: string; epoch: string }, []>(
      'SELECT library_id AS library, epoch FROM library',
    )
    .get()!
  const faults = originalsIn(connection)
    .map(({ path }) => path)
    .filter((path) => !manifest.has(path))
    .map((path) => `${path} ${whyUnlisted}`)
  return { epoch, faults, afterwards: afterwardsOf(connection) }
}

/** The originals that a database of this or an older version knows, which had no views. */
export function originalsIn(
  connection: Database,
): { path: string; bytes: number; md5: string | undefined }[] {
  const hasView =
    connection.query("SELECT 1 FROM sqlite_schema WHERE name = 'original_file'").get() !== null
  return connection
    .query<{ original: string; bytes: number; md5: string | null }, []>(
      hasView
        ? 'SELECT original, bytes, md5 FROM original_file'
        : 'SELECT id AS original, bytes, NULL AS md5 FROM photo',
    )
    .all()
    .map(({ original, bytes, md5 }) => ({
      path: originalKey(original),
      bytes,
      md5: md5 ?? undefined,
    }))
}

/** The photos of the gallery, as a backup counts them: those in the trash are not among them. */
export const photosIn = (connection: Database): number =>
  connection.query<{ count: number }, []>('SELECT count(*) AS count FROM photo').get()!.count

/** A backup without the secret key marks a connection as lost. */
function afterwardsOf(connection: Database): Afterwards {
  const { hasOwner, hasGuests, isConnected, isLost } = connection
    .query<Record<'hasOwner' | 'hasGuests' | 'isConnected' | 'isLost', 0 | 1>, []>(
      `SELECT (SELECT password_hash IS NOT NULL FROM owner) AS hasOwner,
         EXISTS (SELECT * FROM guest WHERE verified_at IS NOT NULL) AS hasGuests,
         refresh_token IS NOT NULL AS isConnected, is_lost AS isLost FROM drive`,
    )
    .get()!
  const unconnected = isLost ? 'lost' : 'never connected'
  return {
    hasOwner: hasOwner === 1,
    hasGuests: hasGuests === 1,
    drive: isConnected ? 'connected' : unconnected,
    backupFolders: namesIn(connection, 'backup_target', 'folder'),
    needsSecrets: namesIn(connection, 'notice_channel', 'kind').some((kind) =>
      ['webhook', 'ntfy', 'gotify'].includes(kind),
    ),
  }
}

/** A column of a table that earlier versions do not have. */
function namesIn(connection: Database, table: string, column: string): string[] {
  const isThere =
    connection.query('SELECT 1 FROM sqlite_schema WHERE name = $table').get({ table }) !== null
  if (!isThere) return []
  return connection
    .query<{ name: string }, []>(`SELECT ${column} AS name FROM ${table}`)
    .all()
    .map(({ name }) => name)
}
