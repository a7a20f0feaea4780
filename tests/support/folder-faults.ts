import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { cameraPictureSizes } from '../../src/contract/cameras/camera-specs.ts'
import { createPhotoMatcher } from '../../src/gallery/photos/filter/matches-photo.ts'
import { checkAlbumRules } from '../../src/operations/check/album-rules.ts'
import { checkStore } from '../../src/operations/check/store.ts'
import type { Services } from '../../src/services.ts'
import type { Media } from '../../src/storage/media.ts'
import { cameraImageKey, originalKey, type RenditionKey } from '../../src/storage/media-keys.ts'

type Folder = Pick<Services, 'library'> & {
  readonly store: Pick<Services['store'], 'connection'>
  readonly media: Pick<Media, 'kind' | 'compare' | 'sizeOf'>
}
type Held = { original: string; bytes: number; md5: string }

/**
 * Everything wrong with an idle data folder, as sentences; [] if it is consistent. Of photos in a
 * bucket, only the originals are looked at there.
 */
export async function folderFaults(folder: Folder): Promise<string[]> {
  const { store, library, media } = folder
  const all = <Row>(sql: string) => store.connection.query<Row, []>(sql).all()
  const originals = all<Held>('SELECT original, bytes, md5 FROM original_file')
  const problems: string[] = []
  const known = new Set<string>()

  for (const { original, bytes, md5 } of originals) {
    if (media.kind === 'bucket') {
      const stored = await media.compare(originalKey(original), { path: '', bytes, md5 })
      if (stored !== 'same') problems.push(`the original ${original} is ${stored} in the bucket`)
      continue
    }
    const path = library.original(original)
    known.add(library.relative(path))
    const file = Bun.file(path)
    if (!(await file.exists())) {
      problems.push(`the original ${original} is missing`)
      continue
    }
    const content = await file.bytes()
    if (content.length !== bytes) problems.push(`the original ${original} has the wrong size`)
    if (createHash('md5').update(content).digest('hex') !== md5) {
      problems.push(`the original ${original} has the wrong bytes`)
    }
  }

  const renditions = all<RenditionKey & { file_name: string }>(
    `SELECT photo.file_name, rendition.* FROM stored_rendition AS rendition
     JOIN stored_photo AS photo ON photo.row_id = rendition.photo`,
  )
  for (const row of renditions) {
    known.add(library.relative(library.rendition(row.file_name, row)))
  }
  for (const { id, image } of all<{ id: string; image: string }>(
    'SELECT id, image FROM camera WHERE image IS NOT NULL',
  )) {
    for (const size of [...cameraPictureSizes, 'original'] as const) {
      const key = cameraImageKey(image, size)
      known.add(key)
      const isThere =
        media.kind === 'bucket'
          ? (await media.sizeOf(key)) !== undefined
          : await Bun.file(library.absolute(key)).exists()
      if (!isThere) problems.push(`camera ${id} has no picture in size ${size}`)
    }
  }
  for (const name of ['originals', 'renditions', 'cameras']) {
    for (const file of await filesIn(library.root, name)) {
      if (!known.has(file)) problems.push(`${file} has no row`)
    }
  }
  for (const file of await filesIn(library.root, 'tmp')) problems.push(`${file} was left in tmp`)
  return [...problems, ...databaseFaults(folder)]
}

/** What the database alone can tell. */
function databaseFaults({ store, media }: Omit<Folder, 'library'>): string[] {
  const all = <Row>(sql: string) => store.connection.query<Row, []>(sql).all()
  const problems: string[] = []
  for (const row of all<object>('PRAGMA integrity_check')) {
    if (Object.values(row)[0] !== 'ok') problems.push(`integrity: ${Object.values(row)[0]}`)
  }
  for (const row of all<object>('PRAGMA foreign_key_check')) {
    problems.push(`broken foreign key: ${JSON.stringify(row)}`)
  }
  // Objects are deleted when the bucket answers.
  const mayWait = media.kind === 'bucket' ? "WHERE kind <> 'delete'" : ''
  for (const row of all<object>(`SELECT * FROM intent ${mayWait}`)) {
    problems.push(`leftover intent: ${JSON.stringify(row)}`)
  }
  const total = all<{ total: number }>('SELECT total FROM photo_total')[0]?.total
  const { length } = all('SELECT 1 FROM photo')
  if (total !== length) problems.push(`the counter is ${total}, but there are ${length} photos`)
  const miscounted = all<{ name: string }>(
    `SELECT name FROM album WHERE photo_count <>
       (SELECT count(*) FROM album_photo WHERE album = album.row_id)`,
  )
  for (const { name } of miscounted) problems.push(`the photo count of album ${name} is wrong`)
  const reader = { connection: store.connection, close: () => undefined }
  const matcherOf = createPhotoMatcher(reader)
  for (const { text } of checkAlbumRules(checkStore(reader), matcherOf)) problems.push(text)
  return problems
}

/** Every file below a folder of the data folder, by its path there. */
export async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
