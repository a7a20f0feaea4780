import type { PageQuery } from '../../contract/envelope.ts'
import { ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import type { Photo, PhotoChange, PhotoList } from '../../contract/photos/photos.ts'
import { pause } from '../../core/concurrency/turns.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { originalKey, removedKey, renditionKey } from '../../storage/media-keys.ts'
import { createFieldChanges, type FilesToDelete } from './change-fields.ts'
import type { PhotoEvents } from './events.ts'
import { createFilterEngine } from './filter/engine.ts'
import { filteredLists } from './filtered-lists.ts'
import type { IntentFiles, Intents } from './intents.ts'
import { type ListSource, photoLists } from './lists.ts'
import { type PictureReference, pictureAddresses, pictureReference } from './picture-address.ts'
import type { KeptRendition, RenditionStore } from './renditions.ts'
import type { FieldValues, NewPhotoRow, PhotoRow } from './row.ts'
import type { PhotoStore } from './store.ts'
import type { VersionRows } from './version-rows.ts'

/** Photos counted without letting others have their turns. */
const countedAtOnce = 2000

export type Photos = ReturnType<typeof createPhotos>

/** One page of a list; its photos are read when needed. */
export type Page = {
  readonly total: number
  readonly offset: number
  readonly rowIds: Int32Array
}

export function createPhotos(parts: {
  store: Store
  photoRows: PhotoStore
  versionRows: VersionRows
  renditions: RenditionStore
  intents: Intents
  events: Pick<PhotoEvents, 'changed'>
}) {
  const { store, photoRows: photos, versionRows: versions } = parts
  const { renditions, intents, events } = parts
  const lists = photoLists(store, createFilterEngine(store))
  const fields = createFieldChanges(parts)

  const rowOf = (id: string): PhotoRow => {
    const row = photos.row(id)
    if (!row) throw notFound()
    return row
  }
  const get = (id: string, viewer: Viewer): Photo => {
    const photo = photos.visible(id, viewer)
    if (!photo) throw notFound()
    return photo
  }

  const listSource = (viewer: Viewer): ListSource | undefined => {
    if (viewer.isOwner) return { kind: 'all' }
    const album = photos.photostreamAlbum()
    return album === undefined ? undefined : { kind: 'album', album }
  }

  const page = (source: ListSource | undefined, { limit, offset, around }: PageQuery): Page => {
    if (around === undefined) {
      const start = offset ?? 0
      if (!source) return { total: 0, offset: start, rowIds: new Int32Array() }
      const rowIds = lists.page(source, limit || undefined, start)
      return { total: lists.total(source), offset: start, rowIds }
    }
    const position = source && lists.position(source, around)
    if (source === undefined || position === undefined || !limit) throw notFound()
    const start = Math.floor(position / limit) * limit
    return {
      total: lists.total(source),
      offset: start,
      rowIds: lists.page(source, limit, start),
    }
  }
  /** In the given order, without those that the viewer may not see. */
  const read = (rowIds: ArrayLike<number>, viewer: Viewer): Photo[] =>
    photos.byRowIds(rowIds, viewer)

  const derivedFiles = (row: PhotoRow): string[] =>
    renditions.ofPhoto(row.row_id).map((rendition) => renditionKey(row.file_name, rendition))
  const filesOf = (row: PhotoRow, removeFiles: boolean): IntentFiles[] => {
    const originals = versions.originalsOf(row.row_id)
    const derived = derivedFiles(row)
    if (removeFiles) return [{ files: [...originals.map(originalKey), ...derived] }]
    return originals.map((original, index) => ({
      files: index === 0 ? derived : [],
      keep: { from: originalKey(original), to: removedKey(original) },
    }))
  }
  /** Inside Store.write. */
  const removeRow = (row: PhotoRow, removeFiles: boolean) => {
    const pending = filesOf(row, removeFiles).map((files) => ({
      rowId: intents.begin('delete', files),
      files,
    }))
    photos.delete(row.row_id)
    return pending
  }

  return {
    find: photos.visible,
    get,
    rowIdOf: (id: string, viewer: Viewer): number => {
      const rowId = photos.visibleRowId(id, viewer)
      if (rowId === undefined) throw notFound()
      return rowId
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
    visibleIds: photos.visibleIds,
    cameraCounts: photos.cameraCounts,
    cameraIdOf: photos.cameraIdOf,
    visibleCameras: photos.visibleCameras,
    listSource,
    ...filteredLists(lists, listSource, photos.fileNames),
    photostream: (): ListSource | undefined => {
      const album = photos.photostreamAlbum()
      return album === undefined ? undefined : { kind: 'album', album }
    },
    /** @throws AppError 404 if `around` names a photo that is not in the list. */
    page,
    read,
    /** A page with its photos; for small pages. */
    list: (source: ListSource | undefined, query: PageQuery, viewer: Viewer): PhotoList => {
      const { total, offset, rowIds } = page(source, query)
      const shown = read(rowIds, viewer)
      return { length: shown.length, total, offset, photos: shown }
    },
    /** In the owner's order. */
    allRowIds: () => lists.page({ kind: 'all' }, undefined, 0),
    isIn: (source: ListSource, id: string): boolean => lists.position(source, id) !== undefined,
    neighbours: (source: ListSource, id: string, viewer: Viewer) => {
      const position = lists.position(source, id)
      if (position === undefined) return {}
      const around = lists.page(source, position === 0 ? 2 : 3, Math.max(0, position - 1))
      const [previous, next] =
        position === 0 ? [undefined, around[1]] : ([around[0], around[2]] as const)
      const photoAt = (rowId: number | undefined) =>
        rowId === undefined ? undefined : read([rowId], viewer)[0]
      return { previous: photoAt(previous), next: photoAt(next) }
    },
    /** @throws AppError 400 if the body names another photo than the address, 404. */
    change: async (id: string, change: PhotoChange): Promise<Photo> => {
      const { photo, filesToDelete } = await store.write(() => {
        const row = rowOf(id)
        if (change.id !== id) throw new AppError(400, 'id does not match the address')
        const filesToDelete = fields.set(row, valuesIn(change))
        return { photo: get(id, ownerViewer), filesToDelete }
      })
      if (filesToDelete.length > 0) await intents.execute(filesToDelete)
      return photo
    },
    /** Inside Store.write; `edit` returns the changed fields, if any. @throws AppError 404. */
    editFields: (
      id: string,
      edit: (before: FieldValues) => Partial<FieldValues> | undefined,
    ): FilesToDelete => {
      const row = rowOf(id)
      const change = edit(row)
      return change ? fields.set(row, change) : []
    },
    /**
     * All photos for good, except those in the trash. Inside Store.write; the pending deletions are
     * for afterwards. @throws AppError 409 if their number is not the expected one.
     */
    removeAll: (removeFiles: boolean, count?: number) => {
      const rows = photos.allRows()
      const total = rows.length
      if (count !== undefined && count !== total) {
        throw new AppError(409, `the number of photos is now ${total}, not ${count}`, { total })
      }
      photos.forgetDeleted()
      const rowIds = rows.map(({ row_id }) => row_id)
      const deleted = read(rowIds, ownerViewer)
      return { deleted, pending: rows.flatMap((row) => removeRow(row, removeFiles)) }
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
    firstTaken: photos.firstTaken,
    lastTaken: photos.lastTaken,
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

function valuesIn({ id: _, keywords, ...others }: PhotoChange): Partial<FieldValues> {
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(keywords && { keywords: JSON.stringify(keywords) }) }
}
