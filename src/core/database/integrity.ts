import type { Reader } from './open-read-only.ts'

/** SQLite's answer for a table without faults. */
const whole = 'ok'

/**
 * Checks the pages and indexes of one table after another. Each table is a separate step, so that
 * nothing has to wait for long. @yields what is wrong with a table, or undefined.
 * @throws SQLiteError if the list of tables cannot be read.
 */
export function* tableFaults({ connection }: Reader): Generator<string | undefined> {
  const tables = connection
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name",
    )
    .all()
  for (const { name } of tables) yield faultOf(connection, name)
}

function faultOf(connection: Reader['connection'], table: string): string | undefined {
  try {
    const [found] = connection
      .query<{ integrity_check: string }, []>(
        `PRAGMA integrity_check("${table.replaceAll('"', '""')}")`,
      )
      .all()
    const text = found?.integrity_check ?? whole
    return text === whole ? undefined : text.replace(/^\*\*\*.*\*\*\*\s*/, '').split('\n')[0]
  } catch (error) {
    return (error as Error).message
  }
}
