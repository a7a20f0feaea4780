import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { albumOrders } from '../../contract/albums/album-orders.ts'
import type { Album } from '../../contract/albums/albums.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import { countOf } from '../../contract/text/counts.ts'
import { AppError } from '../../core/errors.ts'
import { albumNameKey } from '../../gallery/albums/album-name.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { UxConfigRules } from '../../gallery/settings/ux-config/ux-config.ts'
import { md5Of } from '../../images/md5.ts'
import { readSmallFile } from './read-small-file.ts'
import type { SidecarIndex } from './sidecar-index.ts'
import { readTakeoutJson } from './takeout-json.ts'

export type TakeoutParts = {
  albums: Pick<Albums, 'list' | 'create' | 'addPhotos' | 'byId' | 'hasPhoto'>
  photos: Pick<Photos, 'idOfMd5' | 'find'>
  uxConfig: Pick<UxConfigRules, 'get'>
}

/** JSON files that are about none of the photos. */
export type LeftFiles = { readonly orphans: readonly string[]; readonly others: number }

const mostBytes = 2 ** 20

type FolderAlbum = {
  readonly name: string
  readonly description: string
  readonly paths: readonly string[]
}

/**
 * Gives each folder that Google Photos exported as an album its album here, with a code: Google's
 * albums are private. @returns the JSON files that are about nothing here.
 */
export async function* addTakeoutAlbums(
  index: SidecarIndex,
  photoIds: ReadonlyMap<string, string>,
  parts: TakeoutParts,
): AsyncGenerator<string, LeftFiles> {
  const orphans: string[] = []
  let others = 0
  for (const { folder, photos, jsons } of index.unmatched()) {
    for (const name of jsons) {
      const json = await jsonAt(join(folder, name))
      if (json?.kind === 'photo') orphans.push(name)
      else if (json === undefined || json.kind === 'other') others++
      else if (json.kind === 'album') {
        const paths = photos
          .map((photo) => join(folder, photo))
          .filter((path) => !index.originalOf(path))
        const album = { name: json.title, description: json.description, paths }
        yield* fillAlbum(album, photoIds, parts)
      }
    }
  }
  return { orphans, others }
}

async function jsonAt(path: string) {
  try {
    return readTakeoutJson((await readSmallFile(path, mostBytes)).toString('utf8'))
  } catch {
    return undefined
  }
}

async function* fillAlbum(
  album: FolderAlbum,
  photoIds: ReadonlyMap<string, string>,
  parts: TakeoutParts,
): AsyncGenerator<string> {
  const ids = await photosOf(album, photoIds, parts)
  if (ids.length === 0) return
  const key = albumNameKey(album.name)
  const present = parts.albums.list(ownerViewer).find(({ name }) => albumNameKey(name) === key)
  try {
    if (present) yield* addToPresent(present, ids, parts)
    else yield await createAlbum(album, ids, parts)
  } catch (error) {
    // The album or one of the photos was deleted meanwhile.
    if (!(error instanceof AppError)) throw error
    yield `The photos of the album "${album.name}" could not be added: ${error.message}.`
  }
}

async function photosOf(
  { paths }: FolderAlbum,
  photoIds: ReadonlyMap<string, string>,
  { photos }: TakeoutParts,
): Promise<string[]> {
  const ids = new Set<string>()
  for (const path of paths) {
    const id = photoIds.get(path) ?? photos.idOfMd5(await md5Of(path).catch(() => ''))
    if (id !== undefined && photos.find(id, ownerViewer)) ids.add(id)
  }
  return [...ids]
}

async function createAlbum(
  { name, description }: FolderAlbum,
  ids: string[],
  { albums }: TakeoutParts,
): Promise<string> {
  const code = newAlbumCode()
  const orderBy = albumOrders.originalDate
  const wanted = { name, description, coverPic: '', code, orderBy, rule: '' }
  const { id } = await albums.create(wanted, ownerViewer)
  await albums.addPhotos(id, ids)
  return `The album "${name}" has ${countOf(ids.length, 'photo')}. Only you see it: it has a code, which you can remove or pass on.`
}

/** Too long to guess: only the owner sees the album until they share its code. */
export const newAlbumCode = (): string => randomBytes(9).toString('base64url')

async function* addToPresent(
  { id, name, code, rule }: Album,
  ids: readonly string[],
  { albums, uxConfig }: TakeoutParts,
): AsyncGenerator<string> {
  const rowId = albums.byId(id)?.row_id
  const missing = ids.filter((photo) => rowId === undefined || !albums.hasPhoto(rowId, photo))
  if (missing.length === 0) return
  const photos = `${countOf(missing.length, 'photo')} of the album "${name}"`
  const [were, them] = missing.length === 1 ? ['was', 'it'] : ['were', 'them']
  const isPublic = code === '' || id === uxConfig.get().photoStreamAlbumId
  if (isPublic || rule) {
    const why = rule ? 'a filter fills it' : 'visitors can see it'
    yield `${photos} ${were} not added to the album of that name here, because ${why}. Add ${them} with 'Add photos' on the album's page.`
    return
  }
  await albums.addPhotos(id, missing)
  yield `${photos} ${were} added to the album of that name here.`
}
