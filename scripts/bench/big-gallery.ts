import { Database } from 'bun:sqlite'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Photos } from './photos.ts'
import type { Product } from './product.ts'

export type BigGallery = {
  readonly data: string
  readonly count: number
  /** An open album, not the photostream, with half of the photos. */
  readonly halfAlbum: string
  /** Ids of photos at evenly spread places of the last tenth of the photostream. */
  readonly deepIds: string[]
  /** The photos whose renditions really are there. */
  readonly real: { fileName: string; thumbPath: string }[]
}

const realPhotos = 12

/**
 * A data folder with `count` photos in the photostream. The product makes it, with its own schema,
 * by importing twelve small photos; their rows are then copied, with keys, dates and titles of their
 * own and a row for each of five renditions, but without files.
 */
export async function makeBigGallery(
  product: Product,
  photos: Photos,
  count: number,
): Promise<BigGallery> {
  const data = product.newData()
  await product.importInto(data, await photos.small(realPhotos))
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  // Nobody else has the folder, and a bench's rows may be lost.
  database.run('PRAGMA synchronous = OFF')
  const names = (table: string) =>
    database
      .query<{ name: string }, { table: string }>('SELECT name FROM pragma_table_info($table)')
      .all({ table })
      .map(({ name }) => name)
  // What is unique or orders is made anew; every other column is the real photo's.
  const anew: Record<string, string> = {
    n: `${realPhotos} + i`,
    id: "printf('%s-%s-4%s-8%s-%s', hex4 || hex4b, hex4b, substr(hex4, 2), substr(hex4b, 2), printf('%012x', i))",
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
             FROM number JOIN photo ON photo.n = 1 + number.i % ${realPhotos})`,
        )
        .run({ more: count - realPhotos })
      const others = names('rendition').filter((name) => name !== 'photo')
      database.run(
        `INSERT INTO rendition (photo, ${others.join(', ')})
         SELECT photo.n, ${others.map((name) => `rendition.${name}`).join(', ')} FROM photo
         JOIN rendition ON rendition.photo = 1 + (photo.n - ${realPhotos}) % ${realPhotos}
         WHERE photo.n > ${realPhotos}`,
      )
      database.run(
        `INSERT INTO album_photo (album, photo, added, sort_key)
         SELECT (SELECT photostream_album FROM ux_config), n, n, sort_key FROM photo WHERE n > ${realPhotos}`,
      )
      database.run(
        `INSERT INTO album (id, name, name_key, description)
         VALUES ('00000000-0000-4000-8000-000000000001', 'Half', 'half', '')`,
      )
      database.run(
        `INSERT INTO album_photo (album, photo, added, sort_key)
         SELECT album.n, photo.n, ${count} + photo.n, photo.n FROM album, photo
         WHERE album.name_key = 'half' AND photo.n % 2 = 0`,
      )
    })
    .immediate()
  database.run('PRAGMA optimize')
  const deepIds = database
    .query<{ id: string }, { first: number }>(
      `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY sort_key, n) AS place FROM photo)
       WHERE place > $first AND place % 7 = 0 ORDER BY random() LIMIT 1000`,
    )
    .all({ first: Math.floor(count * 0.9) })
    .map(({ id }) => id)
  const real = database
    .query<{ file_name: string }, []>(`SELECT file_name FROM photo WHERE n <= ${realPhotos}`)
    .all()
    .map(({ file_name }) => ({ fileName: file_name, thumbPath: thumbOf(data, file_name) }))
  database.close()
  return { data, count, halfAlbum: '00000000-0000-4000-8000-000000000001', deepIds, real }
}

/** The tile's file in the data folder, whatever its format is called. */
function thumbOf(data: string, fileName: string): string {
  const base = fileName.replace(/\.jpg$/, '')
  const folder = join(data, 'renditions', base.slice(-2))
  const name = existsSync(folder)
    ? readdirSync(folder).find((file) => file.startsWith(`${base}-thumb-`))
    : undefined
  if (!name) throw new Error(`the tile of ${fileName} is not there`)
  return join(folder, name)
}
