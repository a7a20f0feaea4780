// The schema, which every new gallery of a test would compute again.
import { Database } from 'bun:sqlite'
import { existsSync, writeFileSync } from 'node:fs'
import { applyMigrations } from '../../src/core/database/migrate.ts'

let template: Uint8Array | undefined

/** Writes the database of a new gallery, as migrations make it, unless there is one. */
export function writeNewDatabase(path: string): void {
  if (existsSync(path)) return
  template ??= migrated()
  writeFileSync(path, template, { mode: 0o600 })
  const database = new Database(path)
  database.run('UPDATE library SET library_id = lower(hex(randomblob(16)))')
  database.close()
}

function migrated(): Uint8Array {
  const database = new Database(':memory:', { strict: true })
  applyMigrations(database)
  const bytes = database.serialize()
  database.close()
  return bytes
}
