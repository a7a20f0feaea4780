import { schemaStateOf } from '../../core/database/snapshot.ts'
import type { BackupFolder, SnapshotInfo } from './backup-folder.ts'

/**
 * The newest if `at` names none.
 * @throws Error with one line if there is none or this version cannot restore it.
 */
export function chooseSnapshot(backup: BackupFolder, at: string | undefined): SnapshotInfo {
  const names = backup.names()
  const newest = names.at(-1)
  if (newest === undefined) {
    throw new Error(`${backup.name} contains no complete snapshot; choose another backup.`)
  }
  if (at !== undefined && !names.includes(at)) {
    throw new Error(
      `There is no snapshot "${at}" in ${backup.name}. There are ${names.join(', ')}.`,
    )
  }
  const info = backup.info(at ?? newest)
  if (schemaStateOf(info.schema) === 'newer') {
    throw new Error(
      `The snapshot ${info.name} was made by a newer version of Vitrine (${info.version}); restore it with that version.`,
    )
  }
  return info
}

/** Its database cannot say yet that the photos are in a bucket. */
export function refuseOlder({ name, schema, version }: SnapshotInfo): void {
  if (schemaStateOf(schema) !== 'older') return
  throw new Error(
    `The snapshot ${name} was made by an older version of Vitrine (${version}), which did not support buckets. Restore it without --media, start the gallery, and then move its photos with "vitrine media move --to bucket".`,
  )
}
