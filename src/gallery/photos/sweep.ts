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

type Parts = { readonly store: Store; readonly library: Library; readonly intents: Intents }

/**
 * Moves originals without a row to quarantine/ and says how to adopt them: the database may be an
 * older copy, so nothing is deleted. Runs while the gallery is serving, one folder at a time.
 */
export async function sweepOriginals(parts: Parts): Promise<void> {
  const { library } = parts
  const moved: string[] = []
  try {
    for (const shard of await readdir(library.originals, { withFileTypes: true })) {
      // What a system puts beside or into the folders ('.DS_Store', '@eaDir') is no original.
      if (!shard.isDirectory() || isSystemName(shard.name)) continue
      await sweepFolder(parts, join(library.originals, shard.name), moved)
    }
  } catch (error) {
    warn(`Could not check all originals: ${stackOf(error)}`)
  }
  if (moved.length === 0) return
  const named = moved.slice(0, namedCount).join(', ')
  const others = moved.length > namedCount ? ` and ${moved.length - namedCount} more` : ''
  warn(
    `These originals are not in the database, so they were moved: ${named}${others}. ${recoveryAdvice(library)}`,
  )
}

/** Adds what it has moved to `moved`. */
async function sweepFolder(
  { store, library, intents }: Parts,
  folder: string,
  moved: string[],
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => !isSystemName(name))
  // Nothing else runs from here to the end of the reads, so every file listed above has its
  // intent or its row by now.
  const originals = names.map((name) => name.replace(/\.jpg$/, ''))
  const known = store.connection
    .query<{ original: string }, { originals: string }>(
      `SELECT original FROM original_file
       WHERE original IN (SELECT value FROM json_each($originals))`,
    )
    .all({ originals: JSON.stringify(originals) })
  const rows = new Set(known.map(({ original }) => original))
  const pending = intents.pendingFiles()
  for (const [index, name] of names.entries()) {
    const path = join(folder, name)
    if (rows.has(originals[index]!) || pending.has(library.relative(path))) continue
    const target = await library.moveToQuarantine(path)
    if (target !== undefined) moved.push(library.relative(target))
  }
}
