import type { Database } from 'bun:sqlite'
import type { Store } from '../../core/database/open.ts'
import type { RenditionKey } from '../../storage/media-keys.ts'

type RenditionRow = {
  photo: number
  variant: RenditionKey['variant']
  width: number
  format: RenditionKey['format']
  no_ai: number
  bytes: number
  is_kept: number
  used_at: number
}

/** Rendered with the photo or its edit, and kept as long. */
export type KeptRendition = Omit<RenditionKey, 'width'> & {
  readonly size: { readonly width: number }
  readonly bytes: Uint8Array
}

export type RenditionStore = ReturnType<typeof renditionStore>

type Key = { photo: number; variant: string; width: number; format: string }

/** Sizes and last uses. Writes belong inside Store.write or Store.note. */
export const renditionStore = ({ connection }: Store) => ({
  ...renditionRows(connection),
  ...renditionsOnDemand(connection),
})

function renditionRows(connection: Database) {
  const put = (row: RenditionRow) =>
    connection
      .query<unknown, RenditionRow>(
        `INSERT INTO rendition (photo, variant, width, format, no_ai, bytes, is_kept, used_at)
         VALUES ($photo, $variant, $width, $format, $no_ai, $bytes, $is_kept, $used_at)
         ON CONFLICT DO UPDATE SET no_ai = $no_ai, bytes = $bytes, used_at = $used_at`,
      )
      .run(row)

  return {
    find: (photo: number, { variant, width, format }: Omit<RenditionKey, 'no_ai'>) =>
      connection
        .query<RenditionRow, Key>(
          `SELECT * FROM rendition
           WHERE photo = $photo AND variant = $variant AND width = $width AND format = $format`,
        )
        .get({ photo, variant, width, format }) ?? undefined,
    put,
    putKept: (photo: number, made: KeptRendition[], now: number) => {
      for (const { variant, size, format, no_ai, bytes } of made) {
        put({
          photo,
          variant,
          width: size.width,
          format,
          no_ai,
          bytes: bytes.length,
          is_kept: 1,
          used_at: now,
        })
      }
    },
    clear: (photo: number) =>
      connection
        .query<unknown, { photo: number }>('DELETE FROM rendition WHERE photo = $photo')
        .run({ photo }),
    /** Size 0 matches no file, so renditions that are kept are rendered again, and kept. */
    expire: (photo: number) => {
      connection
        .query<unknown, { photo: number }>(
          'DELETE FROM rendition WHERE photo = $photo AND is_kept = 0',
        )
        .run({ photo })
      connection
        .query<unknown, { photo: number }>('UPDATE rendition SET bytes = 0 WHERE photo = $photo')
        .run({ photo })
    },
    ofPhoto: (photo: number) =>
      connection
        .query<RenditionRow, { photo: number }>('SELECT * FROM rendition WHERE photo = $photo')
        .all({ photo }),
  }
}

/** Those that were made on request and may be deleted again. */
function renditionsOnDemand(connection: Database) {
  return {
    touch: (key: Key & { now: number }) =>
      connection
        .query<unknown, Key & { now: number }>(
          `UPDATE rendition SET used_at = $now
           WHERE photo = $photo AND variant = $variant AND width = $width AND format = $format`,
        )
        .run(key),
    /** Deletes one made on request, if the photo still has the file name it was made for. */
    remove: (key: Key & { no_ai: number; file_name: string }) =>
      connection
        .query<unknown, Key & { no_ai: number; file_name: string }>(
          `DELETE FROM rendition
           WHERE photo = $photo AND variant = $variant AND width = $width AND format = $format
             AND no_ai = $no_ai AND is_kept = 0
             AND EXISTS (SELECT 1 FROM photo WHERE row_id = $photo AND file_name = $file_name)`,
        )
        .run(key),
    /** Deletes one made on request, whose file is gone. */
    removeNamed: ({
      fileName,
      variant,
      width,
      format,
      no_ai,
    }: { fileName: string } & RenditionKey) => {
      connection
        .query<unknown, { fileName: string } & RenditionKey>(
          `DELETE FROM rendition
           WHERE photo = (SELECT row_id FROM photo WHERE file_name = $fileName)
             AND variant = $variant AND width = $width AND format = $format AND no_ai = $no_ai
             AND is_kept = 0`,
        )
        .run({ fileName, variant, width, format, no_ai })
    },
    /** Total size of all made on request, in bytes. */
    onDemandBytes: () =>
      connection
        .query<{ bytes: number | null }, []>(
          'SELECT sum(bytes) AS bytes FROM rendition WHERE is_kept = 0',
        )
        .get()?.bytes ?? 0,
    leastUsed: (count: number) =>
      connection
        .query<RenditionRow & { file_name: string }, { count: number }>(
          `SELECT rendition.*, photo.file_name FROM rendition
           JOIN photo ON photo.row_id = rendition.photo
           WHERE is_kept = 0 ORDER BY used_at LIMIT $count`,
        )
        .all({ count }),
  }
}
