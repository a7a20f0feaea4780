import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../database/open.ts'
import { type Library, placeAside } from '../images/library.ts'
import { stackOf, warn } from '../log.ts'
import type { Intents } from './intents.ts'

/**
 * Moves originals without a row to removed/ and logs it: the database may be an older copy, so
 * nothing is deleted. Runs while the gallery is serving, one folder at a time.
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
  const known = store.connection.query<{ id: string }, { ids: string }>(
    'SELECT photo.id FROM json_each($ids) AS wanted JOIN photo ON photo.id = wanted.value',
  )
  try {
    for (const shard of await readdir(library.originals, { withFileTypes: true })) {
      // Files beside the folders ('.DS_Store') are not originals.
      if (!shard.isDirectory()) continue
      const folder = join(library.originals, shard.name)
      const names = await readdir(folder)
      // Nothing else runs from here to the end of the reads, so every file listed above has its
      // intent or its row by now.
      const ids = names.map((name) => name.replace(/\.jpg$/, ''))
      const rows = new Set(known.all({ ids: JSON.stringify(ids) }).map((row) => row.id))
      const pending = intents.pendingFiles()
      for (const [index, name] of names.entries()) {
        const path = join(folder, name)
        if (rows.has(ids[index]!) || pending.has(library.relative(path))) continue
        const target = await placeAside(path, join(library.root, 'removed', name))
        warn(
          `An original that is missing from the database was moved to ${library.relative(target)}`,
        )
      }
    }
  } catch (error) {
    warn(`Could not check all originals: ${stackOf(error)}`)
  }
}
