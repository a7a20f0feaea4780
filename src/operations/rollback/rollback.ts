import {
  copiesOf,
  copyDatabase,
  type DatabaseCopy,
  openToReplace,
  putBackCopy,
} from '../../core/database/database-copies.ts'
import { newestSchema } from '../../core/database/migrate.ts'
import { findLostChanges, type LostChanges } from './lost-changes.ts'

export type Rollback = {
  /** What is put back, or would be. */
  readonly copy: DatabaseCopy
  /** What is lost with it, or would be. */
  readonly lost: readonly LostChanges[]
  /** The path of the copy of the database that was replaced; undefined if nothing was changed. */
  readonly replaced: string | undefined
}

/**
 * Puts back the newest database from before an upgrade, if nothing was added, changed or deleted
 * since, or changes may be lost. The present database is copied first. No program may use it.
 * @throws Error, changing nothing, if there is no such copy, or one of the databases is damaged.
 */
export function rollBack(path: string, { mayLoseChanges }: { mayLoseChanges: boolean }): Rollback {
  const { connection, schema, closeWithoutLog } = openToReplace(path)
  try {
    const copy = copiesOf(path).find((one) => one.schema < schema && one.schema <= newestSchema)
    if (!copy) throw new Error(nothingToPutBack(schema))
    const lost = findLostChanges(copy, path, schema)
    if (lost.length > 0 && !mayLoseChanges) return { copy, lost, replaced: undefined }
    const replaced = copyDatabase(connection, path, 'replaced')
    closeWithoutLog()
    putBackCopy(copy, path)
    return { copy, lost, replaced }
  } finally {
    connection.close()
  }
}

const nothingToPutBack = (schema: number) =>
  `There is no copy of the database from before an upgrade to schema ${schema} in backups/, so there is nothing to go back to. Nothing was changed. An earlier state is in your backups: see vitrine restore.`
