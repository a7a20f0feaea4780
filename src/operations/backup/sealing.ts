import type { Database } from 'bun:sqlite'
import type { GalleryPlace } from '../../core/database/gallery-place.ts'

/**
 * What a snapshot never contains: whatever signs someone in, and what only the running gallery can
 * use. From its new epoch, a start knows that this database is not the one last used with the
 * files.
 */
const always = [
  'DELETE FROM session',
  'DELETE FROM oauth_state',
  'DELETE FROM verification',
  'DELETE FROM mail',
  // The files that pending changes name are not in the backup, except those to be kept.
  'DELETE FROM intent',
  'UPDATE owner SET setup_secret_hash = NULL, setup_expires_at = NULL',
  'UPDATE library SET epoch = lower(hex(randomblob(16))), previous_epoch = NULL',
]

/** Why Drive is not connected after a restore, for the owner to read. */
const trouble = 'This gallery was restored from a backup. Connect again.'

/** The screen shows it until the owner has entered the secret again. */
const lostSecrets = `UPDATE notice_channel SET secret = NULL,
    last_problem = 'Backups do not contain its secret or token, and this gallery was restored from one. Enter it again.',
    last_at = coalesce(last_at, added_at)
  WHERE secret IS NOT NULL`

/** Everything that is encrypted with secret.key: secrets of channels, and what is no text in `drive`. */
function encrypted(connection: Database): string[] {
  const columns = connection
    .query<{ name: string; type: string }, []>("SELECT name, type FROM pragma_table_info('drive')")
    .all()
  const sealed = columns.filter(({ type }) => type === 'BLOB').map(({ name }) => `${name} = NULL`)
  return [
    `UPDATE drive SET trouble = '${trouble}', is_lost = 1 WHERE refresh_token IS NOT NULL`,
    `UPDATE drive SET ${sealed.join(', ')}`,
    ...(hasTable(connection, 'notice_channel') ? [lostSecrets] : []),
  ]
}

/** The statements that remove credentials from a copy of the database. */
export const sealing = (
  connection: Database,
  { hasSecret }: { hasSecret: boolean },
): readonly string[] => {
  // Notices that wait are the running gallery's to send.
  const waiting = hasTable(connection, 'notice_delivery') ? ['DELETE FROM notice_delivery'] : []
  // A restored gallery is on another disk.
  const samples = hasTable(connection, 'disk_sample') ? ['DELETE FROM disk_sample'] : []
  return [...always, ...waiting, ...samples, ...(hasSecret ? [] : encrypted(connection))]
}

/** The statements for the database of a restored gallery, whose files are at `place` now. */
export const unsealing =
  (place: GalleryPlace['place']) =>
  (connection: Database): readonly string[] => [
    'DELETE FROM session',
    'DELETE FROM rendition WHERE is_kept = 0',
    // They are made again once their photos are restored.
    ...(hasTable(connection, 'trash_rendition')
      ? ['DELETE FROM trash_rendition WHERE is_kept = 0', 'UPDATE trash_rendition SET bytes = 0']
      : []),
    // No file has this size, so they are rendered on request and then kept, as after an import.
    ...(place === 'folder' ? ['UPDATE rendition SET bytes = 0'] : []),
    // The gallery that was backed up may still be in use, and back up into the same folders.
    ...(hasTable(connection, 'backup_target')
      ? ['UPDATE backup_target SET is_held = 1, started_at = NULL, ended_at = NULL']
      : []),
    ...(knowsPlace(connection) ? [`UPDATE library SET media = '${place}'`] : []),
  ]

const hasTable = (connection: Database, name: string): boolean =>
  connection.query('SELECT 1 FROM sqlite_schema WHERE name = $name').get({ name }) !== null

/** Not one of an older schema, which the next start migrates: its files are in the folder. */
const knowsPlace = (connection: Database): boolean =>
  connection.query("SELECT 1 FROM pragma_table_info('library') WHERE name = 'media'").get() !== null
