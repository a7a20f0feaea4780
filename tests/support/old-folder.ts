import { Database } from 'bun:sqlite'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const migrations = join(import.meta.dir, '../../migrations')

/** What columns contained that later migrations renamed or removed. */
const formerColumns: Record<string, string> = {
  n: 'row_id',
  'photo.sha256': "'0'",
  'photo.camera_id':
    '(SELECT camera FROM now.camera_model AS known WHERE known.model = camera_model)',
}

/**
 * Returns the database of a closed gallery to an earlier schema: a new database with the first
 * `version` migrations and the values of today's rows. `change` then edits it.
 */
export function takeBackTo(
  version: number,
  data: string,
  tables: string[],
  change: (database: Database) => void,
): void {
  const [now, old] = [join(data, 'vitrine.db'), join(data, 'old.db')]
  const database = new Database(old, { create: true, strict: true })
  for (const name of readdirSync(migrations).sort().slice(0, version)) {
    database.run(readFileSync(join(migrations, name), 'utf8'))
  }
  database.run(`PRAGMA user_version = ${version}`)
  database.run('ATTACH ? AS now', [now])
  for (const table of tables) {
    const columns = database
      .query<{ name: string }, { table: string }>('SELECT name FROM pragma_table_info($table)')
      .all({ table })
      .map(({ name }) => name)
    const values = columns.map(
      (column) => formerColumns[`${table}.${column}`] ?? formerColumns[column] ?? column,
    )
    database.run(`INSERT INTO ${table} (${columns}) SELECT ${values} FROM now.${table}`)
  }
  change(database)
  database.close()
  for (const ending of ['', '-wal', '-shm']) rmSync(now + ending, { force: true })
  renameSync(old, now)
}
