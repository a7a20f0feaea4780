import { basename, parse } from 'node:path'
import { cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { ownValue } from '../../contract/own-value.ts'
import type { Reader } from '../../core/database/open-read-only.ts'
import { nextStoredPhotos } from '../../core/database/stored-photos.ts'
import { cameraImageKey, originalKey, type RenditionKey, renditionKey } from '../media-keys.ts'

/** A file that the database names, with its size and md5 if the database knows them. */
export type WantedFile = {
  readonly key: string
  readonly bytes?: number
  readonly md5?: string
  /** Whether it can be made again: then it may be missing, and may replace other content. */
  readonly isDerived: boolean
  /** An original without a photo, until it is moved to removed/. */
  readonly isKept?: true
  /** What the owner calls it. */
  readonly label: string
}

type OriginalRow = {
  row_id: number
  id: string
  original: string
  md5: string
  bytes: number
  title: string
  source_name: string
  is_current: number
  is_waiting: number
}
type RenditionRow = RenditionKey & { file_name: string; bytes: number }

const originalColumns = `stored.row_id, stored.id, file.original, file.md5, file.bytes, title,
  file.source_name, is_current, is_waiting`
const renditionColumns = 'photo.file_name, rendition.*'
/** A rendition without a size is not stored yet. */
const isKept = 'rendition.is_kept = 1 AND rendition.bytes > 0'

export type WantedStore = ReturnType<typeof wantedStore>

/** The files that a gallery must have. Every query sees the newest commit. */
export function wantedStore({ connection }: Pick<Reader, 'connection'>) {
  const all = <Row>(sql: string, ...values: (string | number)[]) =>
    connection.query<Row, (string | number)[]>(sql).all(...values)

  const cameraPictures = (): WantedFile[] =>
    all<{ id: string; image: string }>(
      'SELECT id, image FROM camera WHERE image IS NOT NULL ORDER BY id',
    ).flatMap(({ id, image }) =>
      [...cameraPictureSizes, 'original' as const].map((size) => ({
        key: cameraImageKey(image, size),
        isDerived: false,
        label: `the picture of the camera ${id}`,
      })),
    )
  const kept = (): WantedFile[] =>
    all<{ key: string }>(
      `SELECT files ->> '$.keep.from' AS key FROM intent
       WHERE files ->> '$.keep.from' IS NOT NULL`,
    ).map(({ key }) => ({ key, isDerived: false, isKept: true, label: key }))

  return {
    cameraPictures,
    kept,
    /** Originals and renditions of the photos after `rowId`, and the last photo's row id. */
    photosAfter: (rowId: number, limit: number) => {
      const photos = all<OriginalRow>(
        `SELECT ${originalColumns} FROM original_file AS file
         JOIN stored_photo AS stored ON stored.row_id = file.photo
         WHERE file.photo IN (${nextStoredPhotos}) AND stored.row_id IN (${nextStoredPhotos})
         ORDER BY file.photo`,
        rowId,
        limit,
      )
      const renditions = all<RenditionRow>(
        `SELECT ${renditionColumns} FROM json_each(?) AS wanted
         CROSS JOIN stored_rendition AS rendition ON rendition.photo = wanted.value
         JOIN stored_photo AS photo ON photo.row_id = rendition.photo WHERE ${isKept}`,
        JSON.stringify([...new Set(photos.map(({ row_id }) => row_id))]),
      )
      return {
        files: [...photos.map(original), ...renditions.map(rendition)],
        last: photos.at(-1)?.row_id,
      }
    },
    /** Finds the files that the database names under these keys, without kept ones. */
    named: (keys: readonly string[]): Map<string, WantedFile> => {
      const names = keys.map((key) => basename(key, '.jpg'))
      const found = [
        ...all<OriginalRow>(
          `SELECT ${originalColumns} FROM original_file AS file
           JOIN stored_photo AS stored ON stored.row_id = file.photo
           WHERE file.original IN (SELECT value FROM json_each(?))`,
          JSON.stringify(names),
        ).map(original),
        ...all<RenditionRow>(
          `SELECT ${renditionColumns} FROM json_each(?) AS wanted
           CROSS JOIN stored_photo AS photo ON photo.file_name = wanted.value
           JOIN stored_rendition AS rendition ON rendition.photo = photo.row_id WHERE ${isKept}`,
          JSON.stringify([...new Set(names.map((name) => `${name.slice(0, 32)}.jpg`))]),
        ).map(rendition),
        ...(keys.some((key) => key.startsWith('cameras/')) ? cameraPictures() : []),
        ...keys.filter((key) => key.startsWith('removed/')).map(removed),
      ]
      const wanted = new Set(keys)
      return new Map(
        found.filter(({ key }) => wanted.has(key)).map((file) => [file.key, file] as const),
      )
    },
  }
}

/** A file in removed/, which Vitrine never deletes. */
export const removed = (key: string): WantedFile => ({ key, isDerived: false, label: key })

const original = ({ id, title, source_name, is_current, is_waiting, ...file }: OriginalRow) => {
  const old = is_waiting === 1 ? 'a possible new version' : 'an earlier version'
  return {
    key: originalKey(file.original),
    md5: file.md5,
    bytes: file.bytes,
    isDerived: false,
    label: `${is_current === 1 ? 'the original' : old} of ${title || source_name} (${id})`,
  } satisfies WantedFile
}

const rendition = ({ file_name, bytes, ...key }: RenditionRow): WantedFile => ({
  key: renditionKey(file_name, key),
  bytes,
  isDerived: true,
  label: renditionKey(file_name, key),
})

const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

export const contentType = (key: string): string =>
  ownValue(types, parse(key).ext.toLowerCase()) ?? 'application/octet-stream'
