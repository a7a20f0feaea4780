import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { ownerPassword } from './sign-in.ts'

/** Gives a gallery an owner, without whom every page is the one that says it is not set up. */
export function claim(data: string): void {
  const hash = Bun.password.hashSync(ownerPassword)
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  database.run("UPDATE owner SET name = 'Ann', password_hash = ? WHERE id = 1", [hash])
  database.close()
}
