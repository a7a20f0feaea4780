import { albumOrders } from '../../contract/albums/album-orders.ts'
import {
  type ExportedAlbum,
  type ExportedComment,
  type ExportedGuest,
  type ExportedLike,
  exportedOrders,
  exportFiles,
} from '../../contract/exports/exported-gallery.ts'
import type { ExportAlbum } from './album-folders.ts'
import type { Exporting } from './exporting.ts'
import { openJsonLines } from './json-lines.ts'
import type { ExportStore } from './store.ts'

/** Writes the lists of albums, guests, comments and likes. @returns how many there are. */
export async function exportLists(exporting: Exporting, albums: readonly ExportAlbum[]) {
  const { store } = exporting
  await writeList(exporting, exportFiles.albums, albumsIn(store, albums))
  const guests = await writeList(exporting, exportFiles.guests, guestsIn(store))
  const comments = await writeList(exporting, exportFiles.comments, commentsIn(store))
  const likes = await writeList(exporting, exportFiles.likes, likesIn(store))
  return { guests, comments, likes }
}

async function writeList(
  { target }: Exporting,
  name: string,
  elements: Iterable<object>,
): Promise<number> {
  const path = target.staging()
  const lines = await openJsonLines(path)
  try {
    for (const element of elements) await lines.add(element)
    await lines.end()
  } catch (error) {
    await lines.abandon()
    throw error
  }
  await target.adopt(path, name)
  return lines.count()
}

function* albumsIn(store: ExportStore, albums: readonly ExportAlbum[]): Generator<ExportedAlbum> {
  for (const album of albums) {
    yield {
      name: album.name,
      description: album.description,
      folder: album.folder,
      visibility: album.code === '' ? 'public' : 'code',
      isPhotostream: album.is_photostream === 1,
      isDownloadable: album.downloadable === 1,
      orderBy: exportedOrders[album.order_by] ?? 'added',
      filter: album.rule,
      cover: pictureOf(album.cover_pic, album.cover_photo),
      keepsNoCover: album.keeps_no_cover === 1,
      photos: store
        .membersOf(album.row_id)
        .map(({ id, addedAt, isByHand }) => ({ id, addedAt, isByHand: isByHand === 1 })),
      order: album.order_by === albumOrders.manual ? store.orderOf(album.row_id) : null,
    }
  }
}

/** A chosen picture, as the database has it. */
export function pictureOf(pic: string, photo: string | null): ExportedAlbum['cover'] {
  if (photo !== null) return { photo, folder: pic }
  // The photo of an address of this gallery was deleted.
  return pic === '' || pic.startsWith('/api/') ? null : { address: pic }
}

function* guestsIn(store: ExportStore): Generator<ExportedGuest> {
  for (const { verified_at, ...guest } of store.guests()) {
    yield { ...guest, verifiedAt: new Date(verified_at).toISOString() }
  }
}

function* commentsIn(store: ExportStore): Generator<ExportedComment> {
  for (const { written_at, ...comment } of store.comments()) {
    yield { ...comment, writtenAt: new Date(written_at).toISOString() }
  }
}

const likesIn = (store: ExportStore): Iterable<ExportedLike> => store.likes()
