import { grouped } from '../contract/text/counts.ts'
import type { Config } from '../core/config/config.ts'
import { timeOfCopy } from '../core/database/database-copies.ts'
import { lockFolder } from '../core/database/lock.ts'
import { requireDatabase } from '../core/database/schema-state.ts'
import type { LostChanges } from '../operations/rollback/lost-changes.ts'
import { rollBack } from '../operations/rollback/rollback.ts'
import { libraryAt } from '../storage/library.ts'
import { inDataFolder } from './examine-folder.ts'
import { print } from './terminal.ts'

/** @returns 0, or 1 if changes would be lost that were not to be discarded. */
export async function rollBackGallery(
  config: Config,
  { mayLoseChanges }: { mayLoseChanges: boolean },
): Promise<number> {
  const { databasePath, lockPath } = libraryAt(config.data)
  return inDataFolder(config.data, async () => {
    // Before the lock, which would create its file in any folder.
    requireDatabase(databasePath)
    const lock = lockFolder(lockPath)
    if (!lock) {
      throw new Error(
        `${config.data} is in use by a running Vitrine. Stop it first: the database cannot be replaced while it is open.`,
      )
    }
    try {
      const { copy, lost, replaced } = rollBack(databasePath, { mayLoseChanges })
      const before = `${timeOfCopy(copy)} (schema ${copy.schema}), from before the upgrade`
      if (replaced === undefined) {
        print(
          `The database of ${before}, was not put back, because the gallery has changed since. These changes would be lost:`,
        )
        for (const change of lost) print(`  ${lineOf(change)}`)
        print(
          'Nothing was changed. Files of new photos would be moved to quarantine/ or removed/, from where you can import them again. To go back anyway, add --discard-changes; the present database is then kept in backups/.',
        )
        return 1
      }
      print(`Put back the database of ${before}. ${lossOf(lost)}`)
      print(`The newer database was copied to ${replaced}`)
      print('Start the earlier version now: this one would upgrade the database again.')
      return 0
    } finally {
      lock.release()
    }
  })
}

const lossOf = (lost: readonly LostChanges[]): string =>
  lost.length === 0
    ? 'Nothing was added or changed since.'
    : `Lost with it: ${lost.map(lineOf).join('; ')}.`

/** 'photos: 2 new, 1 changed' */
function lineOf({ name, added, changed, removed }: LostChanges): string {
  const parts = [
    added > 0 && `${grouped(added)} new`,
    changed > 0 && `${grouped(changed)} changed`,
    removed > 0 && `${grouped(removed)} deleted`,
  ]
  return `${name}: ${parts.filter((part) => part !== false).join(', ')}`
}
