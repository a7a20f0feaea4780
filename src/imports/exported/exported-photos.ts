import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ExportedPhoto, exportFiles } from '../../contract/exports/exported-gallery.ts'
import { batchLimits, fieldLimits, limits } from '../../contract/limits.ts'
import { openScratch } from '../../core/database/scratch.ts'
import type { BesideFile } from '../../gallery/photos/photo-row.ts'
import { cleanLine, cleanParagraphs } from '../../images/metadata-text.ts'
import type { Beside } from '../beside/beside.ts'
import { readJsonLines } from './read-json-lines.ts'

const schema = `CREATE TABLE photo (
  place INTEGER PRIMARY KEY,
  path TEXT UNIQUE,
  id TEXT NOT NULL UNIQUE,
  md5 TEXT NOT NULL,
  entry TEXT NOT NULL
) STRICT;
CREATE TABLE link (path TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`

/**
 * The photos of an export, in a database of its own, as there can be a million.
 * @throws Error if the list is damaged.
 */
export async function readExportedPhotos(root: string, temporary: string) {
  const { connection, close } = openScratch(temporary, schema)
  let missing = 0
  const files: string[] = []
  const links = new Set<string>()
  try {
    connection.run('BEGIN')
    for await (const photo of readJsonLines(join(root, exportFiles.photos), ExportedPhoto())) {
      const path = photo.file !== null && isInside(photo.file) ? join(root, photo.file) : null
      const isThere = path !== null && existsSync(path)
      if (isThere) files.push(path)
      else missing++
      for (const link of photo.links) links.add(join(root, link))
      connection
        .query<unknown, { path: string | null; id: string; md5: string; entry: string }>(
          `INSERT INTO photo (path, id, md5, entry) VALUES ($path, $id, $md5, $entry)
           ON CONFLICT DO NOTHING`,
        )
        .run({ path, id: photo.id, md5: photo.md5, entry: JSON.stringify(photo) })
    }
    connection.run('COMMIT')
  } catch (error) {
    close()
    throw error
  }

  return {
    /** In the order in which they were added to the gallery. */
    files,
    /** How many have no file. */
    missing,
    /** The same files in the folders of other albums. */
    links,
    has: (path: string): boolean =>
      connection
        .query<unknown, { path: string }>('SELECT 1 FROM photo WHERE path = $path')
        .get({ path }) !== null,
    of: (path: string): Beside | undefined => {
      const row = connection
        .query<{ entry: string }, { path: string }>('SELECT entry FROM photo WHERE path = $path')
        .get({ path })
      return row ? besideOf(JSON.parse(row.entry)) : undefined
    },
    md5Of: (id: string): string | undefined =>
      connection
        .query<{ md5: string }, { id: string }>('SELECT md5 FROM photo WHERE id = $id')
        .get({ id })?.md5,
    close,
  }
}

/** A damaged list must not name files elsewhere. */
const isInside = (file: string): boolean =>
  !file.includes('\0') && file.split('/').every((part) => !['', '.', '..'].includes(part))

function besideOf(photo: ExportedPhoto): Beside {
  const orNull = (text: string | null, limit: number) => cleanLine(text ?? '', limit) || null
  const keywords = photo.keywords
    .slice(0, batchLimits.keywordsOfPhoto)
    .map((keyword) => cleanLine(keyword, batchLimits.keyword))
  const { rating, place, edit } = photo
  const isRated = rating !== null && Number.isInteger(rating) && rating > 0 && rating <= 5
  return {
    origin: {
      source: photo.source,
      sourceName: photo.fileName,
      sourceDate: photo.sourceDate,
      folder: photo.sourceFolder,
    },
    beside: {
      values: {
        title: cleanLine(photo.title, limits.photoTitle),
        description: cleanParagraphs(photo.description, limits.photoDescription),
        keywords: JSON.stringify([...new Set(keywords.filter((keyword) => keyword !== ''))]),
        alt: orNull(photo.alt, fieldLimits.alt),
        creator: orNull(photo.creator, fieldLimits.creator),
        copyright: orNull(photo.copyright, fieldLimits.copyright),
        rating: isRated ? rating : null,
      },
      addedAt: Math.min(Date.parse(photo.addedAt), Date.now()),
      ...timeOf(photo.takenAt),
      ...(place && isPlace(place) && { gps: place }),
      ...(edit && { edit }),
    },
  }
}

function timeOf(takenAt: string | null): Pick<BesideFile, 'takenAt'> {
  const [, local, offset = null] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?)(Z|[+-]\d\d:\d\d)?$/.exec(takenAt ?? '') ?? []
  if (local === undefined || Number.isNaN(Date.parse(`${local}Z`))) return {}
  return { takenAt: { local, offset } }
}

const isPlace = ({ latitude, longitude }: { latitude: number; longitude: number }): boolean =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
