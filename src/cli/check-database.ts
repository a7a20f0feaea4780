import type { Config } from '../core/config/config.ts'
import { tableFaults } from '../core/database/integrity.ts'
import { openReadOnly } from '../core/database/open-read-only.ts'
import { lowerPriority } from '../core/process-priority.ts'
import { libraryAt } from '../storage/library.ts'
import { explained } from './examine-folder.ts'
import { print } from './terminal.ts'

/** Before each fault; the server that runs this command looks for it. */
export const damageWords = 'The database is damaged: '
/** After each table the command rests this many times as long as it took. */
const restFactor = 3

/**
 * Reads all pages and indexes of the database at the lowest cost for a running server.
 * @returns 0 if they are whole.
 */
export async function checkDatabaseOnly(config: Config): Promise<number> {
  lowerPriority()
  const { databasePath } = libraryAt(config.data)
  return explained(config.data, async () => {
    const reader = openReadOnly(databasePath)
    let faults = 0
    try {
      let begun = performance.now()
      for (const fault of tableFaults(reader)) {
        if (fault !== undefined) {
          faults++
          print(`${damageWords}${fault}`)
        }
        await Bun.sleep(restFactor * (performance.now() - begun))
        begun = performance.now()
      }
    } finally {
      reader.close()
    }
    print(
      faults === 0
        ? `The database in ${config.data} is not damaged.`
        : 'Keep a copy of the whole data folder, and restore the database from a backup.',
    )
    return faults === 0 ? 0 : 1
  })
}
