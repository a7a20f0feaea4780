import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isSystemName } from '../../contract/imports/system-names.ts'
import type { Store } from '../../core/database/open.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { Library } from '../../storage/library.ts'
import { recoveryAdvice } from '../../storage/recovery-advice.ts'
import type { Intents } from './intents.ts'

/** How many of the moved files are named. */
const namedCount = 5

/**
 * Moves originals without a row to quarantine/ and says how to adopt them: the database may be an
 * older copy, so nothing is deleted. Runs while the gallery is serving, one folder at a time.
 */
export async function sweepOriginals({
  store,
  library,
  intents,
}: {
  store: Store
  library: Library
  intents: Intents
}): Promise<void> {
  const known = store.connection.query<{ original: string }, { originals: string }>(
    `SELECT original FROM original_file
     WHERE original IN (SELECT value FROM json_each($originals))`,
  )
  const moved: string[] = []
  try {
    for (const shard of await readdir(library.originals, { withFileTypes: true })) {
      // What a system puts beside or into the folders ('.DS_Store', '@eaDir') is no original.
      if (!shard.isDirectory() || isSystemName(shard.name)) continue
      const folder = join(library.originals, shard.name)
      const names = (await readdir(folder)).filter((name) => !isSystemName(name))
      // Nothing else runs from here to the end of the reads, so every file listed above has its
      // intent or its row by now.
      const originals = names.map((name) => name.replace(/\.jpg$/, ''))
      const rows = new Set(
        known.all({ originals: JSON.stringify(originals) }).map((row) => row.original),
      )
      const pending = intents.pendingFiles()
      for (const [index, name] of names.entries()) {
        const path = join(folder, name)
        if (rows.has(originals[index]!) || pending.has(library.relative(path))) continue
        const target = await library.setAside(path)
        if (target !== undefined) moved.push(library.relative(target))
      }
    }
  } catch (error) {
    warn(`Could not check all originals: ${stackOf(error)}`)
  }
  if (moved.length === 0) return
  const named = moved.slice(0, namedCount).join(', ')
  const others = moved.length > namedCount ? ` and ${moved.length - namedCount} more` : ''
  warn(
    `The database does not know these originals, so they were moved: ${named}${others}. ${recoveryAdvice(library)}`,
  )
}
