import { albumOrders } from '../../contract/albums/album-orders.ts'
import { filterOfRule } from '../../contract/albums/album-rule.ts'
import {
  type Album,
  type AlbumChange,
  NewAlbum,
  type RulePreview,
} from '../../contract/albums/albums.ts'
import { ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { createPhotoMatcher } from '../photos/filter/matches-photo.ts'
import type { ListSource } from '../photos/lists.ts'
import type { Photos } from '../photos/photos.ts'
import type { Places } from '../places/places.ts'
import { albumNameKey } from './album-name.ts'
import { createChosenPhotos } from './chosen-photos.ts'
import { createAlbumRules, orderOfRule, requireChosenPhotos, requireOrderOfRule } from './rules.ts'
import { type AlbumRow, albumStore, type VisibleAlbumRow } from './store.ts'

export type Albums = ReturnType<typeof createAlbums>

export function createAlbums(parts: {
  store: Store
  photos: Photos
  places: Pick<Places, 'hasAny'>
}) {
  const { store, photos, places } = parts
  const albums = albumStore(store)
  const rules = createAlbumRules(albums, createPhotoMatcher(store))
  const requireRow = (row: AlbumRow | undefined): AlbumRow => {
    if (!row) throw notFound()
    return row
  }
  const open = (id: string, viewer: Viewer): VisibleAlbumRow => {
    const row = albums.openById(id, viewer)
    if (!row) throw notFound()
    return row
  }
  const toAlbums = (rows: VisibleAlbumRow[], viewer: Viewer): Album[] => {
    const covers = rows.map((row) => ({ pic: row.cover_pic, photo: row.cover_photo }))
    const coverPics = photos.pictureAddresses(covers, viewer)
    return rows.map((row, index) => ({
      id: row.id,
      name: row.name,
      description: row.description,
      coverPic: coverPics[index]!,
      orderBy: row.order_by,
      photoCount: row.photo_count,
      downloadable: row.downloadable === 1,
      ...(row.code !== undefined && { code: row.code }),
      ...(row.rule !== undefined && { rule: row.rule }),
    }))
  }
  const toAlbum = (row: VisibleAlbumRow, viewer: Viewer): Album => toAlbums([row], viewer)[0]!
  const rowIdsOf = ({ row_id }: VisibleAlbumRow): Int32Array =>
    photos.page({ kind: 'album', album: row_id }, {}).rowIds
  /** The normalised name. @throws AppError 409 if another album has it. */
  const freeNameKey = (name: string, own?: AlbumRow): string => {
    const nameKey = albumNameKey(name)
    const other = albums.byNameKey(nameKey)
    if (other && other.row_id !== own?.row_id) {
      throw new AppError(409, 'an album with this name already exists', { field: 'name' })
    }
    return nameKey
  }
  const insert = (album: NewAlbum): AlbumRow => {
    const nameKey = freeNameKey(album.name)
    const cover = photos.pictureReference(album.coverPic, 'coverPic')
    const { name, description, code, orderBy, rule } = album
    requireOrderOfRule(rule, orderBy)
    const row = albums.insert({
      ...{ id: Bun.randomUUIDv7(), name, nameKey, description, code, orderBy, rule },
      coverPic: cover.pic,
      coverPhoto: cover.photo,
    })
    if (rule !== '') rules.fill(row, photos.matching)
    return requireRow(albums.byId(row.id))
  }
  const refusePhotostream = ({ row_id: album }: AlbumRow) => {
    if (!albums.isPhotostream(album)) return
    throw new AppError(409, 'the photostream cannot be a smart album; choose its photos yourself', {
      field: 'rule',
    })
  }
  const chosenPhotos = createChosenPhotos({ store, albums, photos })
  /** A manual order starts from the current order; the others are derived from dates. */
  const arrange = (before: AlbumRow, orderBy: AlbumRow['order_by']) => {
    if (orderBy === before.order_by) return
    if (orderBy === albumOrders.manual) albums.setOrder(before.row_id, null)
    else albums.reorder(before.row_id)
  }

  return {
    list: (viewer: Viewer): Album[] => toAlbums(albums.list(viewer), viewer),
    /** @throws AppError 404, also for an album whose code the viewer has not proven. */
    get: (id: string, viewer: Viewer): Album => {
      const row = open(id, viewer)
      const isOnMap = places.hasAny({ kind: 'album', album: row.row_id }, viewer)
      return { ...toAlbum(row, viewer), ...(isOnMap && { hasPlaces: true }) }
    },
    rowIds: (id: string, viewer: Viewer): Int32Array => rowIdsOf(open(id, viewer)),
    isOpen: (id: string, viewer: Viewer): boolean => albums.openById(id, viewer) !== undefined,
    /** @throws AppError 404 unless the viewer may open the album and its owner allows downloads. */
    requireDownload: (id: string, viewer: Viewer): void => {
      if (open(id, viewer).downloadable !== 1 && !viewer.isOwner) throw notFound()
    },
    photoIds: photos.visibleIds,
    source: (id: string, viewer: Viewer): ListSource => ({
      kind: 'album',
      album: open(id, viewer).row_id,
    }),
    create: async (album: NewAlbum, viewer: Viewer): Promise<Album> => {
      await photos.prepareSearch()
      return toAlbum(await store.write(() => insert(album)), viewer)
    },
    /** @throws AppError 404, 409 if the name is taken, 400 for an invalid cover. */
    change: async (id: string, change: AlbumChange, viewer: Viewer): Promise<Album> => {
      await photos.prepareSearch()
      return store.write(() => {
        const row = requireRow(albums.byId(id))
        const name = change.name ?? row.name
        const cover =
          change.coverPic === undefined
            ? { pic: row.cover_pic, photo: row.cover_photo }
            : photos.pictureReference(change.coverPic, 'coverPic')
        const rule = change.rule ?? row.rule
        const isNewRule = rule !== row.rule && rule !== ''
        if (isNewRule) refusePhotostream(row)
        const orderBy = change.orderBy ?? orderOfRule(rule, row.order_by)
        requireOrderOfRule(rule, orderBy)
        albums.set({
          rowId: row.row_id,
          name,
          nameKey: freeNameKey(name, row),
          description: change.description ?? row.description,
          coverPic: cover.pic,
          coverPhoto: cover.photo,
          code: change.code ?? row.code,
          orderBy,
          downloadable: Number(change.downloadable ?? row.downloadable),
          rule,
        })
        if (isNewRule) rules.fill({ row_id: row.row_id, rule }, photos.matching)
        arrange(row, orderBy)
        return toAlbum(requireRow(albums.byId(id)), viewer)
      })
    },
    /** Keeps the photos and returns their row ids. @throws AppError 404. */
    remove: (id: string, viewer: Viewer) =>
      store.write(() => {
        const row = requireRow(albums.byId(id))
        const removed = { album: toAlbum(row, viewer), rowIds: rowIdsOf(row) }
        albums.delete(row.row_id)
        return removed
      }),
    chosenPhotos,
    /** @returns how many were added. @throws AppError 400 for an unknown photo, 404. */
    addPhotos: (id: string, photoIds: string[]): Promise<number> =>
      store.write(() => chosenPhotos.add(id, photoIds).length),
    removePhotos: (id: string, photoIds: string[]): Promise<number> =>
      store.write(() => chosenPhotos.remove(id, photoIds).length),
    /**
     * Saves this order and makes the album manual; does nothing with fewer than two photos.
     * @throws AppError 400 unless these are exactly the album's photos, 404.
     */
    order: (id: string, photoIds: string[], viewer: Viewer): Promise<Album> =>
      store.write(() => {
        const row = requireRow(albums.byId(id))
        requireChosenPhotos(row)
        if (row.photo_count < 2) return toAlbum(row, viewer)
        const present = new Set(albums.photoIds(row.row_id))
        const given = new Set(photoIds)
        const isSame =
          given.size === photoIds.length && given.symmetricDifference(present).size === 0
        if (!isSame) {
          throw new AppError(400, 'photos: must list every photo in the album exactly once', {
            field: 'photos',
          })
        }
        albums.setOrder(row.row_id, photos.rowIdsOf(photoIds))
        albums.setOrderBy(row.row_id, albumOrders.manual)
        return toAlbum(requireRow(albums.byId(id)), viewer)
      }),
    ofPhoto: (photoId: string, viewer: Viewer): Album[] =>
      toAlbums(albums.ofPhoto(photoId, viewer), viewer),
    /**
     * Sets the albums that contain the photo; in those that already do, its position is kept.
     * Smart albums are left as they are, and need not be given.
     * @throws AppError 400 for an unknown album, 409 for a smart album without the photo.
     */
    setOfPhoto: (photoId: string, albumIds: string[], viewer: Viewer): Promise<Album[]> =>
      store.write(() => {
        const [photo] = photos.rowIdsOf([photoId])
        if (photo === undefined) throw notFound()
        const before = albums.ofPhoto(photoId, ownerViewer)
        const wanted = [...new Set(albumIds)].map((id) => {
          const album = albums.byId(id)
          if (album) {
            if (!before.some(({ row_id }) => row_id === album.row_id)) requireChosenPhotos(album)
            return album.row_id
          }
          throw new AppError(
            400,
            'one of these albums no longer exists; reload the page and try again',
            {
              field: 'albumIds',
            },
          )
        })
        for (const { row_id: rowId, rule } of before) {
          if (rule === '' && !wanted.includes(rowId)) albums.removePhoto(rowId, photo)
        }
        for (const album of wanted) albums.addPhoto(album, photo)
        return toAlbums(albums.ofPhoto(photoId, viewer), viewer)
      }),
    find: albums.byId,
    /** Reserves places in the order of addition for an import. @returns the first. */
    reservePositions: albums.reservePositions,
    /**
     * Adds a photo at a reserved place, unless the album has become a smart album meanwhile. Inside
     * Store.write.
     */
    addAtPosition: (album: number, photo: number, position: number): void => {
      if (!albums.hasRule(album)) albums.placePhoto(album, photo, position)
    },
    hasPhoto: albums.hasPhoto,
    reorder: albums.reorder,
    remoteCovers: albums.remoteCovers,
    /**
     * Finds or creates the album of that name. Inside Store.write.
     * @throws AppError 409 if it is a smart album.
     */
    ensureNamed: (name: string): AlbumRow => {
      const present = albums.byNameKey(albumNameKey(name))
      if (!present) return insert(NewAlbum.parse({ name }))
      requireChosenPhotos(present)
      return present
    },
    /** Fills the album again, if it has a rule. Inside Store.write. */
    refill: (id: string): void => {
      const row = albums.byId(id)
      if (row?.rule) rules.fill(row, photos.matching)
    },
    /** After a photo was added or changed: fills the albums with rules. Inside Store.write. */
    place: rules.refresh,
    /** A photo alone, by row ids. Inside Store.write. @returns whether anything changed. */
    placePhoto: albums.placePhoto,
    takePhoto: albums.takePhoto,
    /** Where a photo belongs after its date changed, or once it is back from the trash. */
    reorderPhoto: albums.reorderPhoto,
    returnPhoto: albums.returnPhoto,
    /** Albums as codes open them. */
    byId: albums.byId,
    coded: albums.coded,
    previewRule: async (rule: string): Promise<RulePreview> => {
      await Promise.all([photos.prepareFilters(), photos.prepareSearch()])
      const filter = filterOfRule(rule)
      const rowIds = filter ? photos.matching(filter) : new Int32Array()
      return { total: rowIds.length, notPublic: await photos.countHidden(rowIds) }
    },
  }
}
