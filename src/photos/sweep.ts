import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../database/open.ts'
import { type Library, placeAside } from '../images/library.ts'
import type { Intents } from './intents.ts'

/**
 * Moves originals that no row knows to removed/ and says so: the database may be an older copy, so
 * nothing is destroyed. Runs beside a serving gallery, one folder at a time.
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
      // What stands beside the folders ('.DS_Store') is no original.
      if (!shard.isDirectory()) continue
      const folder = join(library.originals, shard.name)
      const names = await readdir(folder)
      // From here to the end of the reads nothing else runs: a file that appeared in the folder
      // before has its intent or its row by now.
      const ids = names.map((name) => name.replace(/\.jpg$/, ''))
      const rows = new Set(known.all({ ids: JSON.stringify(ids) }).map((row) => row.id))
      const pending = intents.pendingFiles()
      for (const [index, name] of names.entries()) {
        const path = join(folder, name)
        if (rows.has(ids[index]!) || pending.has(library.relative(path))) continue
        const target = await placeAside(path, join(library.root, 'removed', name))
        console.error(`An original without a row was moved to ${library.relative(target)}`)
      }
    }
  } catch (error) {
    console.error('Could not check all originals:', error)
  }
}
