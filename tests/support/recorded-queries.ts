// Which SQL the program runs, and how much it reads in one turn of the event loop.
import { Database } from 'bun:sqlite'

export type RecordedQueries = ReturnType<typeof recordQueries>

/** Records every statement until it is disposed. Open it before the gallery. */
export function recordQueries() {
  const original = Database.prototype.query
  const statements = new Set<string>()
  let rowsThisTurn = 0
  let mostRows = 0
  let isTurnCounted = false

  const count = (sql: string, result: unknown) => {
    statements.add(sql)
    rowsThisTurn += Array.isArray(result) ? result.length : 0
    mostRows = Math.max(mostRows, rowsThisTurn)
    if (isTurnCounted) return
    isTurnCounted = true
    setImmediate(() => {
      isTurnCounted = false
      rowsThisTurn = 0
    })
  }

  Database.prototype.query = function (this: Database, sql: string) {
    const statement = original.call(this, sql)
    return new Proxy(statement, {
      get: (target, key) => {
        const value = Reflect.get(target, key)
        if (typeof value !== 'function') return value
        return (...parameters: unknown[]) => {
          const result = value.apply(target, parameters)
          count(sql, result)
          return result
        }
      },
    })
  } as typeof original

  return {
    reset: () => {
      statements.clear()
      mostRows = 0
    },
    /** Each statement once. */
    statements: (): string[] => [...statements],
    /** The most rows read in one turn of the event loop. */
    mostRows: () => mostRows,
    /** How SQLite runs a statement, one step per line. */
    planOf: (connection: Database, sql: string): string[] =>
      original
        .call(connection, `EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map((step) => (step as { detail: string }).detail),
    [Symbol.dispose]: () => {
      Database.prototype.query = original
    },
  }
}
