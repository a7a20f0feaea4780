// The built executable with its photos in a bucket, compared by a client of another make.
import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { cameraPictureSizes } from '../../src/contract/cameras/camera-specs.ts'
import { libraryAt } from '../../src/storage/library.ts'
import {
  cameraImageKey,
  originalKey,
  type RenditionKey,
  renditionKey,
} from '../../src/storage/media-keys.ts'
import type { Ceph } from './ceph.ts'

const prefix = 'gallery/'

/** The settings of a gallery whose photos are in the bucket. */
export const settingsFor = (ceph: Ceph, bucket: string) => ({
  VITRINE_MEDIA: `s3://${bucket}/gallery`,
  VITRINE_MEDIA_ENDPOINT: ceph.endpoint,
  VITRINE_MEDIA_KEY_ID: ceph.keyId,
  VITRINE_MEDIA_SECRET: ceph.secret,
})

/** The same for a gallery within a test's own process. */
export const configFor = (ceph: Ceph, bucket: string) => ({
  media: { bucket, prefix: 'gallery' },
  mediaEndpoint: ceph.endpoint,
  mediaKeyId: ceph.keyId,
  mediaSecret: ceph.secret,
})

export type Comparison = {
  /** Everything that is lost or wrong, as sentences. */
  readonly faults: string[]
  /** Keys that neither a row nor an unfinished change names, and that are not of kept originals. */
  readonly strays: string[]
  /** How many objects an unfinished change names. */
  readonly pending: number
}

/** Compares the rows of an idle gallery with the objects of its bucket. */
export function bucketComparison(ceph: Ceph, bucket: string) {
  /** Objects whose content was compared: none is ever replaced. */
  const compared = new Set<string>()

  return async (
    data: string,
    { acknowledged = [], anew = false }: { acknowledged?: Iterable<string>; anew?: boolean } = {},
  ): Promise<Comparison> => {
    if (anew) compared.clear()
    const connection = new Database(libraryAt(data).databasePath, { readonly: true })
    const all = <Row>(sql: string) => connection.query<Row, []>(sql).all()
    try {
      const faults: string[] = []
      const originals = all<{ original: string; md5: string; bytes: number }>(
        'SELECT original, md5, bytes FROM original_file',
      )
      const kept = all<RenditionKey & { file_name: string; bytes: number }>(
        `SELECT photo.file_name, rendition.* FROM stored_rendition AS rendition JOIN stored_photo AS photo
         ON photo.row_id = rendition.photo WHERE rendition.is_kept = 1 AND rendition.bytes > 0`,
      )
      const unfinished = new Set(
        all<{ files: string }>('SELECT files FROM intent').flatMap((row) => {
          const { files, keep } = JSON.parse(row.files)
          return keep ? [...files, keep.from, keep.to] : files
        }),
      )
      const objects = new Map(
        (await ceph.listObjects(bucket, prefix)).map(({ key, size }) => [
          key.slice(prefix.length),
          size,
        ]),
      )
      const ids = new Set(all<{ id: string }>('SELECT id FROM photo').map(({ id }) => id))
      for (const id of acknowledged) {
        if (!ids.has(id)) faults.push(`photo ${id} was acknowledged but has no row`)
      }
      for (const { original, md5, bytes } of originals) {
        const key = originalKey(original)
        if (objects.get(key) !== bytes) faults.push(`${key} has ${objects.get(key)} bytes`)
        else if (!compared.has(key)) {
          if ((await ceph.objectMd5(bucket, prefix + key)) === md5) compared.add(key)
          else faults.push(`${key} has other content`)
        }
      }
      const named = new Set([
        'vitrine.json',
        ...originals.map(({ original }) => originalKey(original)),
      ])
      for (const row of kept) {
        const key = renditionKey(row.file_name, row)
        named.add(key)
        if (objects.get(key) !== row.bytes) faults.push(`${key} has ${objects.get(key)} bytes`)
      }
      for (const { image } of all<{ image: string }>(
        'SELECT image FROM camera WHERE image IS NOT NULL',
      )) {
        for (const size of [...cameraPictureSizes, 'original'] as const) {
          const key = cameraImageKey(image, size)
          named.add(key)
          if (!objects.has(key)) faults.push(`${key} is missing`)
        }
      }
      const unnamed = [...objects.keys()].filter(
        (key) => !named.has(key) && !key.startsWith('removed/'),
      )
      for (const file of readdirSync(join(data, 'tmp'))) {
        faults.push(`${file} was left in tmp`)
      }
      return {
        faults,
        strays: unnamed.filter((key) => !unfinished.has(key)),
        pending: unnamed.filter((key) => unfinished.has(key)).length,
      }
    } finally {
      connection.close()
    }
  }
}
