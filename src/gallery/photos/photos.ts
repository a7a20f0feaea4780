import type { PageQuery } from '../../contract/envelope.ts'
import { ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import type { Photo, PhotoChange, PhotoList } from '../../contract/photos/photos.ts'
import type { Clock } from '../../core/clock.ts'
import { pause } from '../../core/concurrency/turns.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { renditionKey } from '../../storage/media-keys.ts'
import { createFieldChanges, type FilesToDelete } from './change-fields.ts'
import type { PhotoEvents } from './events.ts'
import { createFilterEngine } from './filter/engine.ts'
import { filteredLists } from './filtered-lists.ts'
import type { Intents, PendingDeletion } from './intents.ts'
import { type ListSource, type PhotoLists, photoLists } from './lists.ts'
import { deletionsOf } from './photo-files.ts'
import { type PictureReference, pictureAddresses, pictureReference } from './picture-address.ts'
import type { KeptRendition, RenditionStore } from './renditions.ts'
import type { FieldValues, NewPhotoRow, PhotoRow } from './row.ts'
import type { PhotoStore } from './store.ts'
import type { VersionRows } from './version-rows.ts'

/** Photos counted at once, before others have their turns. */
const countedAtOnce = 2000

export type Photos = ReturnType<typeof createPhotos>

/** One page of a list; its photos are read when needed. */
export type Page = {
  readonly total: number
  readonly offset: number
  readonly rowIds: Int32Array
}

type Parts = {
  store: Store
  clock: Pick<Clock, 'now'>
  photoRows: PhotoStore
  versionRows: VersionRows
  renditions: RenditionStore
  intents: Intents
  events: Pick<PhotoEvents, 'changed'>
}

/** The photos of the gallery, their lists, and what changes them. */
export function createPhotos(parts: Parts) {
  const { store, photoRows: photos, versionRows } = parts
  const lists = photoLists(store, createFilterEngine(store, parts.clock))
  const pages = createPhotoPages(photos, lists)

  return {
    ...createPhotoLookup(photos, versionRows),
    ...pages,
    ...filteredLists(lists, pages.listSource, photos.fileNames),
    ...createPhotoChanges(parts),
    visibleIds: photos.visibleIds,
    cameraCounts: photos.cameraCounts,
    cameraIdOf: photos.cameraIdOf,
    visibleCameras: photos.visibleCameras,
    firstTakenIn: photos.firstTakenIn,
    lastTakenIn: photos.lastTakenIn,
    diskUse: photos.diskUse,
    /** How many of these photos anonymous visitors cannot see; counted in parts. */
    countHidden: async (rowIds: ArrayLike<number>): Promise<number> => {
      const all = Array.from(rowIds)
      let hidden = 0
      for (let next = 0; next < all.length; next += countedAtOnce) {
        if (next > 0) await pause()
        hidden += photos.countHidden(all.slice(next, next + countedAtOnce))
      }
      return hidden
    },
    pictureReference: (address: string, field: string) => pictureReference(photos, address, field),
    pictureAddress: (reference: PictureReference, viewer: Viewer): string =>
      pictureAddresses(photos, [reference], viewer)[0]!,
    pictureAddresses: (references: readonly PictureReference[], viewer: Viewer) =>
      pictureAddresses(photos, references, viewer),
  }
}

/** @throws AppError 404 for an unknown photo, and for one that the viewer may not see. */
function requireVisible(photos: PhotoStore, id: string, viewer: Viewer): Photo {
  const photo = photos.visible(id, viewer)
  if (!photo) throw notFound()
  return photo
}

/** Finds single photos by id or by the checksum of their file. */
function createPhotoLookup(photos: PhotoStore, versions: VersionRows) {
  return {
    find: photos.visible,
    /** @throws AppError 404, also for a photo that the viewer may not see. */
    get: (id: string, viewer: Viewer): Photo => requireVisible(photos, id, viewer),
    /** @throws AppError 404, also for a photo that the viewer may not see. */
    rowIdOf: (id: string, viewer: Viewer): number => {
      const rowId = photos.visibleRowId(id, viewer)
      if (rowId === undefined) throw notFound()
      return rowId
    },
    /** @throws AppError 400 for an unknown id. */
    rowIdsOf: (ids: string[], field = 'photoIds'): number[] => {
      const wanted = [...new Set(ids)]
      const rowIds = photos.rowIds(wanted)
      if (rowIds.length < wanted.length) {
        throw new AppError(
          400,
          'one of these photos no longer exists; reload the page and try again',
          { field },
        )
      }
      return rowIds
    },
    /** The photo that this file is a version of. */
    idOfMd5: (md5: string): string | undefined => versions.originalByMd5(md5)?.id,
    originalOfMd5: versions.originalByMd5,
    /** Of the version that is shown. @throws AppError 404. */
    sourceOf: (id: string): Pick<PhotoRow, 'original' | 'source_name'> => {
      const source = photos.sourceOf(id)
      if (!source) throw notFound()
      return source
    },
  }
}

/** Lists of photos as a viewer sees them, in pages. */
function createPhotoPages(photos: PhotoStore, lists: PhotoLists) {
  const photostream = (): ListSource | undefined => {
    const album = photos.photostreamAlbum()
    return album === undefined ? undefined : { kind: 'album', album }
  }

  const page = (source: ListSource | undefined, query: PageQuery): Page => {
    const { limit, offset = 0, around } = query
    if (around !== undefined) return pageAround(source, around, limit)
    if (!source) return { total: 0, offset, rowIds: new Int32Array() }
    const rowIds = lists.page(source, limit || undefined, offset)
    return { total: lists.total(source), offset, rowIds }
  }
  const pageAround = (source: ListSource | undefined, id: string, limit?: number): Page => {
    const position = source && lists.position(source, id)
    if (source === undefined || position === undefined || !limit) throw notFound()
    const offset = Math.floor(position / limit) * limit
    return { total: lists.total(source), offset, rowIds: lists.page(source, limit, offset) }
  }

  /** In the given order, without those that the viewer may not see. */
  const read = (rowIds: ArrayLike<number>, viewer: Viewer): Photo[] =>
    photos.byRowIds(rowIds, viewer)

  return {
    /** What a viewer sees without choosing an album; undefined if there is no photostream. */
    listSource: (viewer: Viewer): ListSource | undefined =>
      viewer.isOwner ? { kind: 'all' } : photostream(),
    photostream,
    total: (source: ListSource): number => lists.total(source),
    /** @throws AppError 404 if `around` names a photo that is not in the list. */
    page,
    read,
    /** Each photo as JSON, like `read`. */
    readJson: (rowIds: ArrayLike<number>, viewer: Viewer): string[] =>
      photos.jsonByRowIds(rowIds, viewer),
    /** A page with its photos; for small pages. */
    list: (source: ListSource | undefined, query: PageQuery, viewer: Viewer): PhotoList => {
      const { total, offset, rowIds } = page(source, query)
      const shown = read(rowIds, viewer)
      return { length: shown.length, total, offset, photos: shown }
    },
    /** In the owner's order. */
    allRowIds: () => lists.page({ kind: 'all' }, undefined, 0),
    isIn: (source: ListSource, id: string): boolean => lists.position(source, id) !== undefined,
    /** The photos before and after this one; none if it is not in the list. */
    neighbours: (
      source: ListSource,
      id: string,
      viewer: Viewer,
    ): { previous?: Photo | undefined; next?: Photo | undefined } => {
      const position = lists.position(source, id)
      if (position === undefined) return {}
      const photoAt = (rowId: number | undefined) =>
        rowId === undefined ? undefined : read([rowId], viewer)[0]
      if (position === 0) return { previous: undefined, next: photoAt(lists.page(source, 2, 0)[1]) }
      const around = lists.page(source, 3, position - 1)
      return { previous: photoAt(around[0]), next: photoAt(around[2]) }
    },
  }
}

/** Adds, edits and removes photos. */
function createPhotoChanges(parts: Parts) {
  const { store, photoRows: photos, versionRows: versions, renditions, intents, events } = parts
  const fields = createFieldChanges(parts)

  const requireRow = (id: string): PhotoRow => {
    const row = photos.row(id)
    if (!row) throw notFound()
    return row
  }
  /** Inside Store.write. */
  const removeRow = (row: PhotoRow, removeFiles: boolean): PendingDeletion[] => {
    const originals = versions.originalsOf(row.row_id)
    const derived = renditions
      .ofPhoto(row.row_id)
      .map((rendition) => renditionKey(row.file_name, rendition))
    const pending = deletionsOf({ originals, derived }, removeFiles).map(intents.beginDeletion)
    photos.delete(row.row_id)
    return pending
  }

  return {
    /** Inside Store.write. @returns its row id. */
    add: (row: NewPhotoRow, rendered: KeptRendition[]): number => {
      const { camera_make: make, camera_model: model } = row
      const foundOtherwise = model ? photos.ensureCamera(make ?? '', model) : []
      const rowId = photos.insert(row)
      renditions.putKept(rowId, rendered, row.uploaded_at)
      photos.forgetDeleted(row.md5)
      for (const changed of [rowId, ...foundOtherwise]) events.changed.emit(changed)
      return rowId
    },
    /** Forgets all that was rendered from a damaged original; it is rendered again on request. */
    renew: async (id: string): Promise<void> => {
      const filesToDelete = await store.write(() => {
        const row = photos.row(id)
        return row ? fields.forgetPictures(row) : []
      })
      await intents.execute(filesToDelete)
    },
    /** @throws AppError 400 if the body names another photo than the address, 404. */
    change: async (id: string, change: PhotoChange): Promise<Photo> => {
      const { photo, filesToDelete } = await store.write(() => {
        const row = requireRow(id)
        if (change.id !== id) throw new AppError(400, 'id does not match the address')
        const filesToDelete = fields.set(row, valuesIn(change))
        return { photo: requireVisible(photos, id, ownerViewer), filesToDelete }
      })
      if (filesToDelete.length > 0) await intents.execute(filesToDelete)
      return photo
    },
    /** Inside Store.write; `edit` returns the changed fields, if any. @throws AppError 404. */
    editFields: (
      id: string,
      edit: (before: FieldValues) => Partial<FieldValues> | undefined,
    ): FilesToDelete => {
      const row = requireRow(id)
      const change = edit(row)
      return change ? fields.set(row, change) : []
    },
    /**
     * Permanently removes all photos, except those in the trash. Inside Store.write; the pending
     * deletions are for afterwards. @throws AppError 409 if their number is not the expected one.
     */
    removeAll: (removeFiles: boolean, count?: number) => {
      const rows = photos.allRows()
      const total = rows.length
      if (count !== undefined && count !== total) {
        throw new AppError(409, `the number of photos is now ${total}, not ${count}`, { total })
      }
      photos.forgetDeleted()
      const rowIds = rows.map(({ row_id }) => row_id)
      const deleted = photos.byRowIds(rowIds, ownerViewer)
      return { deleted, pending: rows.flatMap((row) => removeRow(row, removeFiles)) }
    },
  }
}

function valuesIn({ id: _, keywords, ...others }: PhotoChange): Partial<FieldValues> {
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(keywords && { keywords: JSON.stringify(keywords) }) }
}
