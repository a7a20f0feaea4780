import { Database } from 'bun:sqlite'
import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Extends the photostream of a data folder to `count` photos, while no process uses it. The
 * existing rows are copied with different keys, dates and titles ('Photo 1' and so on, the last is
 * the newest) and with rows for their renditions, but without files.
 */
export function multiplyPhotos(data: string, count: number): void {
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  // No other process uses the folder, and a benchmark can lose its data.
  database.run('PRAGMA synchronous = OFF')
  const { real } = database
    .query<{ real: number }, []>('SELECT max(row_id) AS real FROM photo')
    .get()!
  const names = (table: string) =>
    database
      .query<{ name: string }, { table: string }>('SELECT name FROM pragma_table_info($table)')
      .all({ table })
      .map(({ name }) => name)
  // Unique and ordering columns get new values; all others are the real photo's.
  const uuid =
    "printf('%s-%s-4%s-8%s-%s', hex4 || hex4b, hex4b, substr(hex4, 2), substr(hex4b, 2), printf('%012x', i))"
  const anew: Record<string, string> = {
    row_id: `${real} + i`,
    id: uuid,
    // SQLite draws the random digits again.
    original: uuid,
    file_name: "lower(hex(randomblob(16))) || '.jpg'",
    md5: 'lower(hex(randomblob(16)))',
    title: "'Photo ' || i",
    sort_key: 'sort_key - i * 60000',
    uploaded_at: 'uploaded_at + i',
  }
  const columns = names('photo')
  database
    .transaction(() => {
      database
        .query(
          `INSERT INTO photo (${columns.join(', ')})
           WITH RECURSIVE number (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < $more)
           SELECT ${columns.map((name) => anew[name] ?? name).join(', ')} FROM (
             SELECT number.i, photo.*, printf('%04x', abs(random()) % 65536) AS hex4,
               printf('%04x', abs(random()) % 65536) AS hex4b
             FROM number JOIN photo ON photo.row_id = 1 + (number.i - 1) % ${real})`,
        )
        .run({ more: count - real })
      const others = names('rendition').filter((name) => name !== 'photo')
      database.run(
        `INSERT INTO rendition (photo, ${others.join(', ')})
         SELECT photo.row_id, ${others.map((name) => `rendition.${name}`).join(', ')} FROM photo
         JOIN rendition ON rendition.photo = 1 + (photo.row_id - ${real} - 1) % ${real}
         WHERE photo.row_id > ${real}`,
      )
      database.run(
        `INSERT INTO album_photo (album, photo, added, sort_key)
         SELECT (SELECT photostream_album FROM ux_config), row_id, row_id, sort_key FROM photo WHERE row_id > ${real}`,
      )
    })
    .immediate()
  database.close()
}

/** Gives copied photos the originals and tiles of the real ones, as hard links. */
export function linkFiles(data: string): void {
  const database = new Database(join(data, 'vitrine.db'), { readonly: true, strict: true })
  type Copy = Record<'original' | 'file_name' | 'real_original' | 'real_name', string>
  const copies = database
    .query<Copy, []>(
      `SELECT copy.original, copy.file_name, real.original AS real_original, real.file_name AS real_name
       FROM photo AS copy JOIN photo AS real ON real.source_name = copy.source_name AND real.row_id < copy.row_id
       AND real.row_id = (SELECT min(row_id) FROM photo WHERE source_name = copy.source_name)`,
    )
    .all()
  database.close()
  const made = new Set<string>()
  const folderOf = (kind: 'originals' | 'renditions', base: string) => {
    const folder = join(data, kind, base.slice(-2))
    if (!made.has(folder)) mkdirSync(folder, { recursive: true })
    made.add(folder)
    return folder
  }
  const tiles = new Map<string, string>()
  const tileOf = (base: string) => {
    const known = tiles.get(base)
    if (known) return known
    const names = readdirSync(folderOf('renditions', base))
    const name = names.find((file) => file.startsWith(`${base}-thumb-`))
    if (!name) throw new Error(`the tile of ${base} is missing`)
    tiles.set(base, name)
    return name
  }
  for (const { original, file_name, real_original, real_name } of copies) {
    const from = join(folderOf('originals', real_original), `${real_original}.jpg`)
    linkSync(from, join(folderOf('originals', original), `${original}.jpg`))
    const base = file_name.replace(/\.jpg$/, '')
    const real = real_name.replace(/\.jpg$/, '')
    const tile = tileOf(real)
    linkSync(
      join(folderOf('renditions', real), tile),
      join(folderOf('renditions', base), tile.replace(real, base)),
    )
  }
}
