import { Database } from 'bun:sqlite'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { claim } from './claim.ts'
import { multiplyPhotos } from './many-photos.ts'
import type { Photos } from './photos.ts'
import type { Product } from './product.ts'

export type BigGallery = {
  readonly data: string
  readonly count: number
  /** An album without a code, other than the photostream, with half of the photos. */
  readonly halfAlbum: string
  /** Ids of photos evenly spread over the last tenth of the photostream. */
  readonly deepIds: string[]
  /** The photos whose renditions exist. */
  readonly real: { fileName: string; thumbPath: string }[]
}

const realPhotos = 12

/**
 * Makes a data folder with `count` photos in the photostream: the product imports twelve small
 * photos, then their rows are copied with different keys, dates and titles and with rows for five
 * renditions, but without files.
 */
export async function makeBigGallery(
  product: Product,
  photos: Photos,
  count: number,
): Promise<BigGallery> {
  const data = product.newData()
  await product.importInto(data, await photos.small(realPhotos))
  claim(data)
  multiplyPhotos(data, count)
  const database = new Database(join(data, 'vitrine.db'), { strict: true })
  // No other process uses the folder, and a benchmark can lose its data.
  database.run('PRAGMA synchronous = OFF')
  database
    .transaction(() => {
      database.run(
        `INSERT INTO album (id, name, name_key, description)
         VALUES ('00000000-0000-4000-8000-000000000001', 'Half', 'half', '')`,
      )
      database.run(
        `INSERT INTO album_photo (album, photo, added, sort_key)
         SELECT album.row_id, photo.row_id, ${count} + photo.row_id, photo.row_id FROM album, photo
         WHERE album.name_key = 'half' AND photo.row_id % 2 = 0`,
      )
    })
    .immediate()
  // Without statistics for the query planner, since the product gathers none either.
  const deepIds = database
    .query<{ id: string }, { first: number }>(
      `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY sort_key, row_id) AS place FROM photo)
       WHERE place > $first AND place % 7 = 0 ORDER BY random() LIMIT 1000`,
    )
    .all({ first: Math.floor(count * 0.9) })
    .map(({ id }) => id)
  const real = database
    .query<{ file_name: string }, []>(`SELECT file_name FROM photo WHERE row_id <= ${realPhotos}`)
    .all()
    .map(({ file_name }) => ({ fileName: file_name, thumbPath: thumbOf(data, file_name) }))
  database.close()
  await indexWords(product, data)
  return { data, count, halfAlbum: '00000000-0000-4000-8000-000000000001', deepIds, real }
}

/** Lets the product index the texts of photos that were changed in the database. */
export async function indexWords(product: Product, data: string): Promise<void> {
  const { origin, running } = await product.serve(data)
  const answer = await fetch(`${origin}/api/photos/search?limit=1&q=photo`)
  await answer.bytes()
  await running.stop()
}

/** The tile's file in the data folder, in whatever format. */
function thumbOf(data: string, fileName: string): string {
  const base = fileName.replace(/\.jpg$/, '')
  const folder = join(data, 'renditions', base.slice(-2))
  const name = existsSync(folder)
    ? readdirSync(folder).find((file) => file.startsWith(`${base}-thumb-`))
    : undefined
  if (!name) throw new Error(`the tile of ${fileName} is missing`)
  return join(folder, name)
}
