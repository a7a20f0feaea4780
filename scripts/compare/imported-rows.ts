import { Database } from 'bun:sqlite'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../../tests/support/executable.ts'
import type { Outputs } from './differences.ts'
import { mask } from './mask.ts'

/** Values of the moment, in ms or as text, and random ones. */
const isOfMoment = (name: string, value: unknown): boolean =>
  /_at$|secret|token|epoch|hash$/.test(name) || (typeof value === 'number' && value > 1.7e12)

const hashOf = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex').slice(0, 8)

/** The report of an import into a new gallery, its tables, and the files by their content. */
export async function importedRows(
  executable: string,
  data: string,
  photos: string,
): Promise<Outputs> {
  rmSync(data, { recursive: true, force: true })
  const words = ['import', photos, '--album', 'Compared', '--photostream', '--data', data]
  const { code, text } = await runCommand(words, { executable })
  const outputs = new Map<string, string>()
  // Photos are imported several at a time, so their order varies.
  const report = text.split('\n').sort().join('\n')
  outputs.set('import: report', mask(`${report}\nexit code ${code}\n`).replace(/in [\d.]+ m?s/, ''))
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  const tables = database
    .query<{ name: string; sql: string | null }, []>(
      'SELECT name, sql FROM sqlite_schema ORDER BY name',
    )
    .all()
  outputs.set('database: schema', tables.map(({ sql }) => `${sql}\n`).join(''))
  for (const { name, sql } of tables) {
    // The blocks of the search index depend on the order of the photos.
    if (!/^CREATE TABLE/i.test(sql ?? '') || name.startsWith('photo_text_')) continue
    outputs.set(`database: ${name}`, rowsOf(database, name))
  }
  database.close()
  outputs.set('files: originals and renditions', contentsOf(data))
  return outputs
}

function rowsOf(database: Database, table: string): string {
  const lines = database
    .query<Record<string, unknown>, []>(`SELECT * FROM "${table}"`)
    .all()
    .map((row) =>
      Object.entries(row)
        .filter(([name]) => !/(^|_)(row_id|id)$|^(photo|album|original)$/.test(name))
        .map(([name, value]) => `${name}=${textOf(name, value)}`)
        .join(' '),
    )
  return lines.map(withoutIds).sort().join('\n')
}

function textOf(name: string, value: unknown): string {
  if (isOfMoment(name, value)) return 'MOMENT'
  return value instanceof Uint8Array ? `${value.length} bytes ${hashOf(value)}` : String(value)
}

/** A row does not tell which photo it belongs to, because their order varies. */
const withoutIds = (row: string): string => mask(row).replace(/\b[0-9a-f]{32}\b/g, 'ID')

function contentsOf(data: string): string {
  return ['originals', 'renditions']
    .flatMap((folder) =>
      readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => {
          const bytes = readFileSync(join(parentPath, name))
          const kind = withoutIds(name)
          return `${folder} ${kind} ${bytes.length} bytes ${hashOf(bytes)}`
        }),
    )
    .sort()
    .join('\n')
}
