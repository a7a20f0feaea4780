import type { Database } from 'bun:sqlite'
import { type Dirent, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { isSystemName } from '../../contract/imports/system-names.ts'
import type { Library } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { sharesEpoch } from './epoch.ts'
import { canBeListed } from './manifest.ts'

/** A file that a snapshot needs; `path` is the same in the data folder and in the backup folder. */
export type Wanted = {
  readonly path: string
  /** Its present path in the data folder, or its key in the bucket. */
  readonly source: string
  /** If it is not in the data folder. */
  readonly bucket?: MediaFiles
  /** What it must be, where the database knows. */
  readonly md5?: string
  readonly bytes?: number
  /** What is missing if it is, for the owner to read. */
  readonly label: string
}

/** How many originals without a row are named. */
const namedCount = 5

type PhotoFile = {
  id: string
  original: string
  md5: string
  bytes: number
  title: string
  source_name: string
  is_current: number
  is_waiting: number
  is_trashed: number
}
type IntentFile = { kept: string; target: string }

/**
 * The files of a database: originals, pictures of cameras, and what removed/ and quarantine/ hold.
 */
export async function contentsOf(
  connection: Database,
  library: Library,
  media: MediaFiles,
): Promise<{ files: Wanted[]; photos: number; unlisted: string[] }> {
  const place = placeOf(media)
  const originals = connection
    .query<PhotoFile, []>(
      `SELECT id, file.original, file.md5, file.bytes, title, file.source_name, is_current,
         is_waiting, is_trashed
       FROM original_file AS file JOIN stored_photo AS photo ON photo.row_id = file.photo ORDER BY file.photo`,
    )
    .all()
  const files: Wanted[] = originals.map((file) => {
    const { id, original, md5, bytes, title, source_name, is_current, is_waiting } = file
    const path = library.relative(library.original(original))
    const old = is_waiting === 1 ? 'a possible new version' : 'an earlier version'
    const label = `${is_current === 1 ? 'the original' : old} of ${title || source_name} (${id})`
    return { path, source: path, ...place, md5, bytes, label }
  })
  for (const { id, image } of connection
    .query<{ id: string; image: string }, []>(
      'SELECT id, image FROM camera WHERE image IS NOT NULL ORDER BY id',
    )
    .all()) {
    for (const size of [...cameraPictureSizes, 'original'] as const) {
      const path = library.relative(library.cameraImage(image, size))
      const label = `the picture of the camera ${id} (${path})`
      files.push({ path, source: path, ...place, label })
    }
  }
  const { kept, unlisted } = await keptFiles(connection, library, media)
  return {
    files: [...files, ...kept],
    photos: originals.filter((file) => file.is_current === 1 && file.is_trashed === 0).length,
    unlisted,
  }
}

/** Originals that the owner chose to keep, some of which are still to be moved to removed/. */
async function keptFiles(connection: Database, library: Library, media: MediaFiles) {
  const kept = new Map<string, Wanted>()
  const unlisted: string[] = []
  const keep = (path: string, place: Place) => {
    if (canBeListed(path)) kept.set(path, { path, source: path, ...place, label: path })
    else unlisted.push(path)
  }
  for (const folder of ['removed', 'quarantine']) {
    for (const path of await filesBelow(library, folder)) keep(path, {})
  }
  const place = placeOf(media)
  if (place.bucket) {
    for await (const paths of place.bucket.keysIn('removed')) {
      for (const path of paths) keep(path, place)
    }
  }
  for (const { path, source } of await pendingRemovals(connection, library, place)) {
    kept.set(path, { path, source, ...place, label: path })
  }
  return { kept: [...kept.values()], unlisted }
}

/** Where the gallery's files are, as in Wanted. */
type Place = { readonly bucket?: MediaFiles }

const placeOf = (media: MediaFiles): Place => (media.kind === 'bucket' ? { bucket: media } : {})

/** Originals that are still to be moved: where they are now, and where they will be. */
async function pendingRemovals(connection: Database, library: Library, { bucket }: Place) {
  const pending = connection
    .query<IntentFile, []>(
      `SELECT files ->> '$.keep.from' AS kept, files ->> '$.keep.to' AS target FROM intent
       WHERE files ->> '$.keep.from' IS NOT NULL`,
    )
    .all()
  const found: { path: string; source: string }[] = []
  for (const { kept: source, target } of pending) {
    const isStillThere = bucket
      ? await bucket.find(source)
      : statSync(library.absolute(source), { throwIfNoEntry: false })
    if (isStillThere) found.push({ path: target, source })
  }
  return found
}

/**
 * The originals that exist, if the database may be an older copy that does not know them all. Read
 * them before copying the database: an import names a file there before writing it.
 */
export async function originalsToCompare(
  connection: Database,
  library: Library,
  media: MediaFiles,
): Promise<string[]> {
  if (sharesEpoch(connection, library)) return []
  return media.kind === 'folder'
    ? filesBelow(library, 'originals')
    : (await Array.fromAsync(media.keysIn('originals'))).flat()
}

/**
 * Also links, as paths from the data folder; links to folders are not followed. Not with readdir's
 * own recursion, which gives up at a link to itself.
 */
async function filesBelow(library: Library, folder: string): Promise<string[]> {
  const entries = await readdir(library.absolute(folder), { withFileTypes: true }).catch(missing)
  const found: string[] = []
  for (const entry of entries) {
    if (isSystemName(entry.name)) continue
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesBelow(library, path)))
    else found.push(path)
  }
  return found.sort()
}

/** @throws Error unless there is no such folder. */
function missing(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** @returns one sentence if the database does not know some of the originals, otherwise none. */
export function unknownOriginals(
  files: readonly Wanted[],
  originals: readonly string[],
  { kind }: MediaFiles,
): string[] {
  const known = new Set(files.map(({ source }) => source))
  const unknown = originals.filter((path) => !known.has(path))
  if (unknown.length === 0) return []
  const named = unknown.slice(0, namedCount).join(', ')
  const others = unknown.length > namedCount ? ` and ${unknown.length - namedCount} more` : ''
  const advice =
    kind === 'bucket'
      ? 'vitrine check lists them and says how to import them again; then back up again'
      : 'Start Vitrine once: it moves them to quarantine/, which is backed up, and says how to import them again; then back up again'
  return [
    `the database does not know these originals, so they are not in the backup: ${named}${others}. It may be an older copy, put beside newer files. ${advice}`,
  ]
}
