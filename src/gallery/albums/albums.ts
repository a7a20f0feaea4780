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
import { createCoverAddresses } from './album-cover.ts'
import { albumNameKey } from './album-name.ts'
import { type AlbumWriter, createAlbumWriter, requireRow } from './album-writer.ts'
import { type ChosenPhotos, createChosenPhotos } from './chosen-photos.ts'
import { type AlbumRules, createAlbumRules, requireChosenPhotos } from './rules.ts'
import { type AlbumRow, type AlbumStore, albumStore, type VisibleAlbumRow } from './store.ts'

export type Albums = ReturnType<typeof createAlbums>

type Parts = {
  store: Store
  photos: Photos
  places: Pick<Places, 'hasAny'>
}

/** Albums as viewers see them, and everything that changes them or their photos. */
export function createAlbums({ store, photos, places }: Parts) {
  const albums = albumStore(store)
  const rules = createAlbumRules(albums, createPhotoMatcher(store))
  const writer = createAlbumWriter({ albums, photos, rules })
  const toAlbums = createAlbumMapper({ albums, photos })
  const chosenPhotos = createChosenPhotos({ store, albums, photos })
  const context = { store, photos, places, albums, rules, writer, chosenPhotos, toAlbums }

  return {
    ...createAlbumViews(context),
    ...createAlbumChanges(context),
    ...createPhotoChoices(context),
    ...createAlbumFilling(context),
    chosenPhotos,
    photoIds: photos.visibleIds,
    hasPhoto: albums.hasPhoto,
    reorder: albums.reorder,
    remoteCovers: albums.remoteCovers,
    /** Where a photo belongs after its date changed, or once it is back from the trash. */
    reorderPhoto: albums.reorderPhoto,
    returnPhoto: albums.returnPhoto,
    /** Without a check of the viewer, which is the caller's task. */
    byId: albums.byId,
    coded: albums.coded,
  }
}

type ToAlbums = (rows: VisibleAlbumRow[], viewer: Viewer) => Album[]

type Context = Parts & {
  readonly albums: AlbumStore
  readonly rules: AlbumRules
  readonly writer: AlbumWriter
  readonly chosenPhotos: ChosenPhotos
  readonly toAlbums: ToAlbums
}

function createAlbumMapper(context: Parameters<typeof createCoverAddresses>[0]): ToAlbums {
  const coverAddresses = createCoverAddresses(context)
  return (rows, viewer) => {
    const coverPics = coverAddresses(rows, viewer)
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
      ...(row.has_new_cover === 1 && { hasNewCover: true as const }),
    }))
  }
}

const rowIdsIn = (photos: Photos, album: number): Int32Array =>
  photos.page({ kind: 'album', album }, {}).rowIds

/** Albums as a viewer sees them; one whose code the viewer has not proven is not found. */
function createAlbumViews({ photos, places, albums, toAlbums }: Context) {
  const requireOpen = (id: string, viewer: Viewer): VisibleAlbumRow => {
    const row = albums.openById(id, viewer)
    if (!row) throw notFound()
    return row
  }

  return {
    list: (viewer: Viewer): Album[] => toAlbums(albums.list(viewer), viewer),
    /** Whether an album that the viewer's list shows has photos. */
    hasPhotos: (viewer: Viewer): boolean =>
      albums.list(viewer).some(({ photo_count: count }) => count > 0),
    /** @throws AppError 404 */
    get: (id: string, viewer: Viewer): Album => {
      const row = requireOpen(id, viewer)
      const isOnMap = places.hasAny({ kind: 'album', album: row.row_id }, viewer)
      const album = toAlbums([row], viewer)[0]!
      return { ...album, ...(isOnMap && { hasPlaces: true }) }
    },
    /** @throws AppError 404 */
    rowIds: (id: string, viewer: Viewer): Int32Array =>
      rowIdsIn(photos, requireOpen(id, viewer).row_id),
    isOpen: (id: string, viewer: Viewer): boolean => albums.openById(id, viewer) !== undefined,
    /** @throws AppError 404 unless the viewer may open the album and its owner allows downloads. */
    requireDownload: (id: string, viewer: Viewer): void => {
      if (requireOpen(id, viewer).downloadable !== 1 && !viewer.isOwner) throw notFound()
    },
    /** @throws AppError 404 */
    source: (id: string, viewer: Viewer): ListSource => ({
      kind: 'album',
      album: requireOpen(id, viewer).row_id,
    }),
    ofPhoto: (photoId: string, viewer: Viewer): Album[] =>
      toAlbums(albums.ofPhoto(photoId, viewer), viewer),
  }
}

/** What the owner changes in an album. */
function createAlbumChanges({ store, photos, albums, writer, toAlbums }: Context) {
  const toAlbum = (row: AlbumRow, viewer: Viewer): Album => toAlbums([row], viewer)[0]!

  return {
    /** @throws AppError 409 if the name is taken, 400 for an invalid cover or order. */
    create: async (album: NewAlbum, viewer: Viewer): Promise<Album> => {
      await photos.prepareSearch()
      return toAlbum(await store.write(() => writer.insert(album)), viewer)
    },
    /** Keeps the covers that albums got at an upgrade, or takes them away again. */
    settleNewCovers: (areKept: boolean): Promise<unknown> =>
      store.write(() => albums.settleNewCovers(areKept)),
    /** @throws AppError 404, 409 if the name is taken, 400 for an invalid cover. */
    change: async (id: string, change: AlbumChange, viewer: Viewer): Promise<Album> => {
      await photos.prepareSearch()
      return store.write(() => {
        writer.update(requireRow(albums, id), change)
        return toAlbum(requireRow(albums, id), viewer)
      })
    },
    /** Keeps the photos and returns their row ids. @throws AppError 404. */
    remove: (id: string, viewer: Viewer) =>
      store.write(() => {
        const row = requireRow(albums, id)
        const removed = { album: toAlbum(row, viewer), rowIds: rowIdsIn(photos, row.row_id) }
        albums.delete(row.row_id)
        return removed
      }),
    /**
     * Saves this order and makes the album manual; does nothing with fewer than two photos.
     * @throws AppError 400 unless these are exactly the album's photos, 404.
     */
    order: (id: string, photoIds: string[], viewer: Viewer): Promise<Album> =>
      store.write(() => {
        const row = requireRow(albums, id)
        requireChosenPhotos(row)
        if (row.photo_count < 2) return toAlbum(row, viewer)
        requireSamePhotos(photoIds, albums.photoIds(row.row_id))
        albums.setOrder(row.row_id, photos.rowIdsOf(photoIds))
        albums.setOrderBy(row.row_id, albumOrders.manual)
        return toAlbum(requireRow(albums, id), viewer)
      }),
  }
}

/** @throws AppError 400 unless the given ids are the present ones, each once. */
function requireSamePhotos(photoIds: readonly string[], present: readonly string[]): void {
  const given = new Set(photoIds)
  const isSame =
    given.size === photoIds.length && given.symmetricDifference(new Set(present)).size === 0
  if (isSame) return
  throw new AppError(400, 'photos: must list every photo in the album exactly once', {
    field: 'photos',
  })
}

/** Which photos the owner has put in which albums. */
function createPhotoChoices({ store, photos, albums, chosenPhotos, toAlbums }: Context) {
  /** @throws AppError 400 for an unknown album, 409 for a smart album without the photo. */
  const requireAlbum = (id: string, before: readonly VisibleAlbumRow[]): number => {
    const album = albums.byId(id)
    if (!album) {
      throw new AppError(
        400,
        'one of these albums no longer exists; reload the page and try again',
        { field: 'albumIds' },
      )
    }
    if (!before.some(({ row_id }) => row_id === album.row_id)) requireChosenPhotos(album)
    return album.row_id
  }

  return {
    /** @returns how many were added. @throws AppError 400 for an unknown photo, 404. */
    addPhotos: (id: string, photoIds: string[]): Promise<number> =>
      store.write(() => chosenPhotos.add(id, photoIds).length),
    /** @returns how many were removed. @throws AppError 400 for an unknown photo, 404. */
    removePhotos: (id: string, photoIds: string[]): Promise<number> =>
      store.write(() => chosenPhotos.remove(id, photoIds).length),
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
        const wanted = [...new Set(albumIds)].map((id) => requireAlbum(id, before))
        for (const { row_id: album, rule } of before) {
          if (rule === '' && !wanted.includes(album)) albums.removePhoto(album, photo)
        }
        for (const album of wanted) albums.addPhoto(album, photo)
        return toAlbums(albums.ofPhoto(photoId, viewer), viewer)
      }),
  }
}

/** How imports and rules fill albums. Everything that writes belongs inside Store.write. */
function createAlbumFilling({ photos, albums, rules, writer }: Context) {
  return {
    /**
     * Finds or creates the album of that name.
     * @throws AppError 409 if it is a smart album.
     */
    ensureNamed: (name: string): AlbumRow => {
      const present = albums.byNameKey(albumNameKey(name))
      if (!present) return writer.insert(NewAlbum().parse({ name }))
      requireChosenPhotos(present)
      return present
    },
    /** Reserves places in the order of addition for an import. @returns the first. */
    reservePositions: albums.reservePositions,
    /** Adds a photo at a reserved place, unless the album has become a smart album meanwhile. */
    addAtPosition: (album: number, photo: number, position: number): void => {
      if (!albums.hasRule(album)) albums.placePhoto(album, photo, position)
    },
    /** Photos, by row ids, in the order in which they were added. @returns how many were new. */
    restorePhotos: (
      album: number,
      members: readonly { photo: number; addedAt: number | null; isByHand: boolean }[],
    ): number =>
      members.filter(({ photo, addedAt, isByHand }) =>
        albums.restorePhoto(album, photo, addedAt, isByHand),
      ).length,
    /** A photo alone, by row ids. @returns whether anything changed. */
    placePhoto: albums.placePhoto,
    takePhoto: albums.takePhoto,
    /** Fills the album again, if it has a rule. */
    refill: (id: string): void => {
      const row = albums.byId(id)
      if (row?.rule) rules.fill(row, photos.matching)
    },
    /** After a photo was added or changed: fills the albums with rules. */
    place: rules.refresh,
    previewRule: async (rule: string): Promise<RulePreview> => {
      await Promise.all([photos.prepareFilters(), photos.prepareSearch()])
      const filter = filterOfRule(rule)
      const rowIds = filter ? photos.matching(filter) : new Int32Array()
      return { total: rowIds.length, notPublic: await photos.countHidden(rowIds) }
    },
  }
}
