import type { AlbumOrder } from '../../contract/albums/album-orders.ts'
import { type Album, NewAlbum } from '../../contract/albums/albums.ts'
import { type ExportedAlbum, exportedOrders } from '../../contract/exports/exported-gallery.ts'
import { limits } from '../../contract/limits.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import { countOf } from '../../contract/text/counts.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { albumNameKey } from '../../gallery/albums/album-name.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { UxConfigRules } from '../../gallery/settings/ux-config/ux-config.ts'
import { cleanLine, cleanParagraphs } from '../../images/metadata-text.ts'
import { newAlbumCode } from '../beside/takeout-albums.ts'
import { addressOfPicture } from './picture-address.ts'

export type AlbumParts = {
  store: Pick<Store, 'write'>
  albums: Albums
  photos: Photos
  uxConfig: UxConfigRules
}

type Members = { readonly newPhotoOf: (id: string) => string | undefined }

/** How many photos are added in one transaction. */
const batchSize = 500

/** Adds an album of an export, or its photos to the album of that name here. */
export async function* restoreAlbum(
  album: ExportedAlbum,
  members: Members,
  parts: AlbumParts,
): AsyncGenerator<string> {
  const { albums } = parts
  const name = cleanLine(album.name, limits.albumName) || 'Album'
  const key = albumNameKey(name)
  const present = albums.list(ownerViewer).find((each) => albumNameKey(each.name) === key)
  try {
    if (present) yield* addToPresent(album, present, members, parts)
    else yield* addNew({ ...album, name }, members, parts)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    yield `The album "${name}" could not be restored completely: ${error.message}.`
  }
}

/** Nothing that its owner did not show becomes visible. */
async function* addToPresent(
  album: ExportedAlbum,
  { id, name, code, rule }: Album,
  members: Members,
  parts: AlbumParts,
): AsyncGenerator<string> {
  const isStream = id === parts.uxConfig.get().photoStreamAlbumId
  const isSecret = album.visibility === 'code' && !album.isPhotostream
  if (rule || (isSecret && (code === '' || isStream))) {
    const why = rule ? 'a filter fills it' : 'visitors can see it'
    yield `The photos of the album "${name}" were not added to the album of that name here, because ${why}.`
    return
  }
  const added = await addPhotos(id, album, members, parts)
  if (added > 0)
    yield `${countOf(added, 'photo')} ${added === 1 ? 'was' : 'were'} added to the album "${name}", which you had.`
}

async function* addNew(
  album: ExportedAlbum,
  members: Members,
  parts: AlbumParts,
): AsyncGenerator<string> {
  const { albums, uxConfig } = parts
  const code = album.visibility === 'code' ? newAlbumCode() : ''
  const order = exportedOrders.indexOf(album.orderBy) as AlbumOrder
  const { id, name } = await albums.create(
    NewAlbum().parse({
      name: album.name,
      description: cleanParagraphs(album.description, limits.albumDescription),
      code,
      orderBy: order,
    }),
    ownerViewer,
  )
  await addPhotos(id, album, members, parts)
  if (album.order) await restoreOrder(id, album.order, members, parts)
  await albums.change(
    id,
    {
      downloadable: album.isDownloadable,
      ...coverOf(album, members, parts),
      ...(album.filter !== '' && { rule: album.filter }),
    },
    ownerViewer,
  )
  if (album.isPhotostream && uxConfig.get().photoStreamAlbumId === '') {
    await uxConfig.change({ photoStreamAlbumId: id })
  }
  if (code !== '') {
    yield `The album "${name}" had a code, which is not part of the export. It has a new one, which you find on its page.`
  }
}

/** @returns how many were not in it. */
async function addPhotos(
  id: string,
  { photos: members }: ExportedAlbum,
  { newPhotoOf }: Members,
  { store, albums, photos }: AlbumParts,
): Promise<number> {
  let added = 0
  for (let next = 0; next < members.length; next += batchSize) {
    const batch = members.slice(next, next + batchSize)
    added += await store.write(() => {
      const album = albums.byId(id)
      if (!album) return 0
      const restored = batch.flatMap(({ id: exported, addedAt, isByHand }) => {
        const photo = newPhotoOf(exported)
        if (photo === undefined) return []
        return [{ photo: photos.rowIdOf(photo, ownerViewer), addedAt, isByHand }]
      })
      return albums.restorePhotos(album.row_id, restored)
    })
  }
  return added
}

async function restoreOrder(
  id: string,
  order: readonly string[],
  { newPhotoOf }: Members,
  { albums }: AlbumParts,
): Promise<void> {
  const rowId = albums.byId(id)?.row_id
  const photos = new Set(order.flatMap((photo) => newPhotoOf(photo) ?? []))
  const inAlbum = [...photos].filter(
    (photo) => rowId !== undefined && albums.hasPhoto(rowId, photo),
  )
  await albums.order(id, inAlbum, ownerViewer)
}

/** An album without a cover takes its first photo, unless its owner wanted none. */
function coverOf(
  { cover, keepsNoCover }: ExportedAlbum,
  { newPhotoOf }: Members,
  { photos }: AlbumParts,
): { coverPic?: string } {
  if (keepsNoCover) return { coverPic: '' }
  const coverPic = addressOfPicture(cover, newPhotoOf, photos)
  return coverPic === undefined ? {} : { coverPic }
}
