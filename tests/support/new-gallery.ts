// What every new gallery of a test would compute again: its schema, and the hash of its password.
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

/**
 * From now on in this process, hashing this password gives the hash that it first got. Other passwords
 * are hashed, and all are verified, as always.
 */
export function hashOnlyOnce(password: string): void {
  const { hash } = Bun.password
  const hashes = new Map<string, Promise<string>>()
  Bun.password.hash = (given, algorithm) => {
    if (given !== password) return hash(given, algorithm)
    const key = JSON.stringify(algorithm)
    const known = hashes.get(key) ?? hash(given, algorithm)
    hashes.set(key, known)
    return known
  }
}
