import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'

/** In KiB: enough for the inner nodes of a million rows. */
const cacheKib = 2048

/**
 * A database that lives as long as the program: lists that are too long for memory. Its file has no
 * name on systems that allow it, so that nothing is left behind however the program ends.
 */
export function openScratch(path: string, schema: string) {
  const connection = new Database(path, { create: true, strict: true })
  connection.run('PRAGMA locking_mode = EXCLUSIVE')
  // Bun's SQLite silently ignores OFF, and a journal file would have a name.
  connection.run('PRAGMA journal_mode = MEMORY')
  connection.run('PRAGMA synchronous = OFF')
  connection.run(`PRAGMA cache_size = -${cacheKib}`)
  connection.run(schema)
  const isRemoved = remove(path)
  return {
    connection,
    close: (): void => {
      connection.close()
      if (!isRemoved) remove(path)
    },
  }
}

function remove(path: string): boolean {
  try {
    rmSync(path, { force: true })
    return true
  } catch {
    return false
  }
}
