import type { Album, NewAlbum } from '../contract/albums.ts'
import { AppError, notFound } from '../contract/app-error.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'
import type { Photos } from '../photos/photos.ts'
import type { AlbumRow, AlbumStore } from './store.ts'

export type Albums = ReturnType<typeof createAlbums>

/** The rules of albums. Names are one if they are equal trimmed, NFKC and lower case. */
export function createAlbums(store: Store, albums: AlbumStore, photos: Photos) {
  const found = (row: AlbumRow | undefined): AlbumRow => {
    if (!row) throw notFound()
    return row
  }
  const toAlbum = (row: AlbumRow, viewer: Viewer): Album => ({
    id: row.id,
    name: row.name,
    description: row.description,
    coverPic: photos.pictureAddress({ pic: row.cover_pic, photo: row.cover_photo }, viewer),
    orderBy: row.order_by,
    photoCount: row.photo_count,
    ...(viewer.isOwner && { code: row.code }),
  })
  const insert = (album: NewAlbum): AlbumRow => {
    const nameKey = nameKeyOf(album.name)
    if (albums.byNameKey(nameKey)) {
      throw new AppError(409, 'there is an album of that name already', { field: 'name' })
    }
    const cover = photos.pictureReference(album.coverPic, 'coverPic')
    return albums.insert({
      id: Bun.randomUUIDv7(),
      name: album.name,
      nameKey,
      description: album.description,
      coverPic: cover.pic,
      coverPhoto: cover.photo,
    })
  }
  const change = (id: string, photoIds: string[], apply: (album: number, n: number) => boolean) =>
    store.write(() => {
      const album = found(albums.byId(id))
      const numbers = photos.numbersOf(photoIds)
      return numbers.filter((n) => apply(album.n, n)).length
    })

  return {
    list: (viewer: Viewer): Album[] =>
      (viewer.isOwner ? albums.all() : albums.open()).map((row) => toAlbum(row, viewer)),
    /** @throws AppError 404, for an album whose code the viewer has not proven too. */
    get: (id: string, viewer: Viewer): Album => {
      const row = found(albums.byId(id))
      if (!viewer.isOwner && row.code !== '') throw notFound()
      return { ...toAlbum(row, viewer), photos: albums.photoIds(row.n) }
    },
    /** The album's number for lists of its photos. @throws AppError 404 as get. */
    numberOf: (id: string, viewer: Viewer): number => {
      const row = found(albums.byId(id))
      if (!viewer.isOwner && row.code !== '') throw notFound()
      return row.n
    },
    /** @throws AppError 409 when the name is taken. */
    create: async (album: NewAlbum, viewer: Viewer): Promise<Album> =>
      toAlbum(await store.write(() => insert(album)), viewer),
    /** @returns how many were really added. @throws AppError 400 for an unknown photo, 404. */
    addPhotos: (id: string, photoIds: string[]) =>
      change(id, photoIds, (album, n) => albums.addPhoto(album, n)),
    removePhotos: (id: string, photoIds: string[]) =>
      change(id, photoIds, (album, n) => albums.removePhoto(album, n)),
    /** For imports: the album of that name, made if there is none. Inside Store.write only. */
    ensureNamed: (name: string): AlbumRow =>
      albums.byNameKey(nameKeyOf(name)) ?? insert({ name, description: '', coverPic: '' }),
  }
}

const nameKeyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase()
