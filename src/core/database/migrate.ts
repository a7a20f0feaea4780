import type { Database } from 'bun:sqlite'
import initial from '../../../migrations/0001_initial.sql' with { type: 'text' }
import peopleAndEdits from '../../../migrations/0002_people_and_edits.sql' with { type: 'text' }
import driveAndJobs from '../../../migrations/0003_drive_and_jobs.sql' with { type: 'text' }
import pictures from '../../../migrations/0004_pictures.sql' with { type: 'text' }
import rowIdsAndSearch from '../../../migrations/0005_row_ids_and_search.sql' with { type: 'text' }
import registrations from '../../../migrations/0006_registrations.sql' with { type: 'text' }
import unusedColumns from '../../../migrations/0007_unused_columns.sql' with { type: 'text' }
import rowIdColumns from '../../../migrations/0008_row_id_columns.sql' with { type: 'text' }
import driveFailures from '../../../migrations/0009_drive_failures.sql' with { type: 'text' }
import importsAndLostConnections from '../../../migrations/0010_imports_and_lost_connections.sql' with {
  type: 'text',
}
import library from '../../../migrations/0011_library.sql' with { type: 'text' }
import accountState from '../../../migrations/0012_account_state.sql' with { type: 'text' }
import media from '../../../migrations/0013_media.sql' with { type: 'text' }
import albumRules from '../../../migrations/0014_album_rules.sql' with { type: 'text' }
import sharing from '../../../migrations/0015_sharing.sql' with { type: 'text' }
import places from '../../../migrations/0016_places.sql' with { type: 'text' }
import albumDownloads from '../../../migrations/0017_album_downloads.sql' with { type: 'text' }
import newestPhotos from '../../../migrations/0018_newest_photos.sql' with { type: 'text' }
import versions from '../../../migrations/0019_versions.sql' with { type: 'text' }
import trash from '../../../migrations/0020_trash.sql' with { type: 'text' }
import matches from '../../../migrations/0021_matches.sql' with { type: 'text' }
import rules from '../../../migrations/0022_rules.sql' with { type: 'text' }
import sources from '../../../migrations/0023_sources.sql' with { type: 'text' }
import recentlyHidden from '../../../migrations/0024_recently_hidden.sql' with { type: 'text' }
import searchWords from '../../../migrations/0025_search_words.sql' with { type: 'text' }
import replacedFiles from '../../../migrations/0026_replaced_files.sql' with { type: 'text' }
import cameraSpellings from '../../../migrations/0027_camera_spellings.sql' with { type: 'text' }
import covers from '../../../migrations/0028_covers.sql' with { type: 'text' }
import safety from '../../../migrations/0029_safety.sql' with { type: 'text' }
import notices from '../../../migrations/0030_notices.sql' with { type: 'text' }
import diskSamples from '../../../migrations/0031_disk_samples.sql' with { type: 'text' }
import originalCheck from '../../../migrations/0032_original_check.sql' with { type: 'text' }

/** Forward only; the schema's version (PRAGMA user_version) is the number of migrations applied. */
const migrations: string[] = [
  initial,
  peopleAndEdits,
  driveAndJobs,
  pictures,
  rowIdsAndSearch,
  registrations,
  unusedColumns,
  rowIdColumns,
  driveFailures,
  importsAndLostConnections,
  library,
  accountState,
  media,
  albumRules,
  sharing,
  places,
  albumDownloads,
  newestPhotos,
  versions,
  trash,
  matches,
  rules,
  sources,
  recentlyHidden,
  searchWords,
  replacedFiles,
  cameraSpellings,
  covers,
  safety,
  notices,
  diskSamples,
  originalCheck,
]

/** The schema of this program. */
export const newestSchema = migrations.length

/**
 * Migrates to the schema `newest`, in one transaction: a program that is killed leaves the old
 * schema or the new one.
 */
export function applyMigrations(database: Database, newest = newestSchema): void {
  database
    .transaction(() => {
      const version = schemaOf(database)
      for (const migration of migrations.slice(version, newest)) database.run(migration)
      if (version < newest) database.run(`PRAGMA user_version = ${newest}`)
    })
    .immediate()
}

export function schemaOf(database: Database): number {
  return database.query<{ user_version: number }, []>('PRAGMA user_version').get()!.user_version
}
