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

/** Everything that is encrypted with secret.key: the columns of `drive` that are not text. */
function encrypted(connection: Database): string[] {
  const columns = connection
    .query<{ name: string; type: string }, []>("SELECT name, type FROM pragma_table_info('drive')")
    .all()
  const sealed = columns.filter(({ type }) => type === 'BLOB').map(({ name }) => `${name} = NULL`)
  return [
    `UPDATE drive SET trouble = '${trouble}', is_lost = 1 WHERE refresh_token IS NOT NULL`,
    `UPDATE drive SET ${sealed.join(', ')}`,
  ]
}

/** The statements that remove credentials from a copy of the database. */
export const sealing = (
  connection: Database,
  { hasSecret }: { hasSecret: boolean },
): readonly string[] => (hasSecret ? always : [...always, ...encrypted(connection)])

/** The statements for the database of a restored gallery, whose files are at `place` now. */
export const unsealing =
  (place: GalleryPlace['place']) =>
  (connection: Database): readonly string[] => [
    'DELETE FROM session',
    'DELETE FROM rendition WHERE is_kept = 0',
    // They are made again once their photos are restored.
    ...(hasTrash(connection)
      ? ['DELETE FROM trash_rendition WHERE is_kept = 0', 'UPDATE trash_rendition SET bytes = 0']
      : []),
    // No file has this size, so they are rendered on request and then kept, as after an import.
    ...(place === 'folder' ? ['UPDATE rendition SET bytes = 0'] : []),
    ...(knowsPlace(connection) ? [`UPDATE library SET media = '${place}'`] : []),
  ]

const hasTrash = (connection: Database): boolean =>
  connection.query("SELECT 1 FROM sqlite_schema WHERE name = 'trash_rendition'").get() !== null

/** Not one of an older schema, which the next start migrates: its files are in the folder. */
const knowsPlace = (connection: Database): boolean =>
  connection.query("SELECT 1 FROM pragma_table_info('library') WHERE name = 'media'").get() !== null
