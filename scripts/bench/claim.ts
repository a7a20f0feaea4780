import { Database } from 'bun:sqlite'
import { join } from 'node:path'

/** Gives a gallery an owner, without whom every page is the one that says it is not set up. */
export function claim(data: string): void {
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  database.run("UPDATE owner SET name = 'Ann', password_hash = 'none' WHERE id = 1")
  database.close()
}
