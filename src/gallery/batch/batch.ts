import { batchLimits } from '../../contract/limits.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import type {
  BatchChange,
  BatchResult,
  BatchSummary,
  Place,
  UndoStep,
} from '../../contract/photos/batch.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { Albums } from '../albums/albums.ts'
import type { Intents, PendingDeletion } from '../photos/intents.ts'
import type { Photos } from '../photos/photos.ts'
import type { FieldValues } from '../photos/row.ts'
import type { UxConfigRules } from '../settings/ux-config/ux-config.ts'
import type { Trash } from '../trash/trash.ts'
import {
  changeKeywords,
  commonRight,
  givenRights,
  type KeywordChange,
  putBackKeywords,
  type Rights,
  rightFields,
} from './field-changes.ts'

export type Batch = ReturnType<typeof createBatch>

/** The trash has transactions of its own. */
type DirectChange = Exclude<BatchChange, { kind: 'trash' }>
type DirectStep = {
  readonly ids: string[]
  readonly change: Exclude<UndoStep['change'], { kind: 'restore' }>
}

/** Edits a photo's fields within the write of a batch. */
type EditFields = (
  id: string,
  edit: (before: FieldValues) => Partial<FieldValues> | undefined,
) => void

type Parts = {
  store: Store
  photos: Photos
  albums: Albums
  uxConfig: UxConfigRules
  trash: Pick<Trash, 'put' | 'restore'>
  intents: Intents
}

/**
 * Changes several photos at once: all of them or, after an error, none. Only moving to the trash uses
 * several transactions, so that no other request waits long for it.
 */
export function createBatch(parts: Parts) {
  const { photos, albums, trash } = parts
  const write = createWholeWrite(parts)
  const albumChanges = createAlbumChanges(parts)
  /** @throws AppError 400 for an unknown photo. */
  const requireAll = (ids: string[]) => photos.rowIdsOf(ids, 'ids')

  const putInTrash = async (ids: string[]): Promise<BatchResult> => {
    requireAll(ids)
    const put = await trash.put(ids)
    const putIds = put.map(({ id }) => id)
    return { changed: put.length, undo: stepOf(putIds, { kind: 'restore' }) }
  }

  return {
    /** @throws AppError 400 for an unknown photo, 404 for an unknown album, 409 for a smart album. */
    change: async (given: readonly string[], change: BatchChange): Promise<BatchResult> => {
      const ids = [...new Set(given)]
      if (change.kind === 'trash') return putInTrash(ids)
      return write((editFields) => {
        requireAll(ids)
        const undo = apply(ids, change, albumChanges, editFields)
        return {
          changed: undo.reduce((sum, step) => sum + step.ids.length, 0),
          undo,
          ...(change.kind === 'makePrivate' && {
            stillVisibleIn: albumChanges.publicAlbumsWith(ids),
          }),
        }
      })
    },
    /** @throws AppError as `change`; photos that are no longer in the trash are left out. */
    undo: async (steps: readonly UndoStep[]): Promise<number> => {
      const restored = await trash.restore(
        steps.flatMap(({ ids, change }) => (change.kind === 'restore' ? ids : [])),
      )
      const direct = steps.filter((step): step is DirectStep => step.change.kind !== 'restore')
      return write((editFields) => {
        requireAll(direct.flatMap(({ ids }) => ids))
        return direct.reduce(
          (sum, step) => sum + takeBack(step, albumChanges, editFields),
          restored,
        )
      })
    },
    /** @throws AppError 400 for an unknown photo. */
    summary: (given: readonly string[]): BatchSummary => {
      const ids = [...new Set(given)]
      const shown = photos.read(requireAll(ids), ownerViewer)
      return {
        photos: shown.length,
        public: shown.filter(({ isPublic }) => isPublic).length,
        albums: albums.chosenPhotos
          .containing(ids)
          .filter(({ rule }) => rule === '')
          .map(({ id, name, photos: count }) => ({ id, name, photos: count })),
        keywords: countKeywords(shown),
        ...commonRight('creator', shown),
        ...commonRight('copyright', shown),
      }
    },
  }
}

/** Writes everything that `work` changes, or nothing; then deletes pictures with the old credits. */
function createWholeWrite({ store, photos, intents }: Pick<Parts, 'store' | 'photos' | 'intents'>) {
  return async <T>(work: (editFields: EditFields) => T): Promise<T> => {
    const { result, filesToDelete } = await store.write(() => {
      const filesToDelete: PendingDeletion[] = []
      const editFields: EditFields = (id, edit) => {
        filesToDelete.push(...photos.editFields(id, edit))
      }
      return { result: work(editFields), filesToDelete }
    })
    if (filesToDelete.length > 0) await intents.execute(filesToDelete)
    return result
  }
}

type AlbumChanges = ReturnType<typeof createAlbumChanges>

/** Adds photos to albums and removes them; what can be undone returns the steps for that. */
function createAlbumChanges({ albums, uxConfig }: Pick<Parts, 'albums' | 'uxConfig'>) {
  const { chosenPhotos } = albums

  const photostreamId = (): string => {
    const { photoStreamAlbumId } = uxConfig.get()
    if (photoStreamAlbumId === '') throw new AppError(409, 'no photostream album is set')
    return photoStreamAlbumId
  }
  const add = (ids: string[], albumId: string): UndoStep[] => {
    const added = chosenPhotos.add(albumId, ids)
    return [true, false].flatMap((byHand) => {
      const of = added.filter(({ wasByHand }) => wasByHand === byHand)
      const gaveCover = of.some((one) => one.gaveCover)
      return stepOf(
        of.map(({ id }) => id),
        { kind: 'removeFromAlbum', albumId, byHand, gaveCover },
      )
    })
  }
  const remove = (ids: string[], albumId: string): UndoStep[] => {
    const removed = chosenPhotos.remove(albumId, ids)
    const places = removed.map(({ place }) => place)
    const removedIds = removed.map(({ id }) => id)
    return stepOf(removedIds, { kind: 'putBackInAlbum', albumId, places })
  }

  return {
    add,
    remove,
    /** @throws AppError 409 without a photostream. */
    makePublic: (ids: string[]): UndoStep[] => add(ids, photostreamId()),
    /** @throws AppError 409 without a photostream. */
    makePrivate: (ids: string[]): UndoStep[] => remove(ids, photostreamId()),
    /** Undoes an addition. @returns how many photos were changed. */
    takeBack: (
      ids: string[],
      {
        albumId,
        byHand,
        gaveCover = false,
      }: Extract<UndoStep['change'], { kind: 'removeFromAlbum' }>,
    ): number => chosenPhotos.takeBack(albumId, ids, { wasByHand: byHand, gaveCover }).length,
    /** Undoes a removal. @returns how many photos were changed. */
    putBack: (ids: string[], albumId: string, places: readonly Place[]): number => {
      if (places.length !== ids.length) {
        throw new AppError(400, 'places: must have one entry for each photo', {
          field: 'steps.change.places',
        })
      }
      const placed = ids.map((id, index) => ({ id, place: places[index]! }))
      return chosenPhotos.putBack(albumId, placed).length
    },
    /** Albums that visitors see, apart from the photostream. */
    publicAlbumsWith: (ids: string[]) =>
      chosenPhotos
        .containing(ids)
        .filter(({ id, code }) => code === '' && id !== uxConfig.get().photoStreamAlbumId)
        .map(({ id, name, rule }) => ({ id, name, fillsItself: rule !== '' })),
  }
}

function apply(
  ids: string[],
  change: DirectChange,
  albumChanges: AlbumChanges,
  editFields: EditFields,
): UndoStep[] {
  switch (change.kind) {
    case 'addToAlbum':
      return albumChanges.add(ids, change.albumId)
    case 'removeFromAlbum':
      return albumChanges.remove(ids, change.albumId)
    case 'makePublic':
      return albumChanges.makePublic(ids)
    case 'makePrivate':
      return albumChanges.makePrivate(ids)
    case 'keywords':
      return editEach(ids, (id) => changeKeywordsOf(id, change, editFields))
    case 'rights':
      return editEach(ids, (id) => changeRightsOf(id, change, editFields))
  }
}

/** @returns how many photos were changed. */
function takeBack(
  { ids, change }: DirectStep,
  albumChanges: AlbumChanges,
  editFields: EditFields,
): number {
  switch (change.kind) {
    case 'putBackInAlbum':
      return albumChanges.putBack(ids, change.albumId, change.places)
    case 'removeFromAlbum':
      return albumChanges.takeBack(ids, change)
    case 'putBackKeywords':
      for (const id of ids) {
        editFields(id, ({ keywords }) => ({
          keywords: JSON.stringify(putBackKeywords(JSON.parse(keywords), change)),
        }))
      }
      return ids.length
    case 'putBackRights':
      for (const id of ids) editFields(id, () => givenRights(change, rightFields))
      return ids.length
  }
}

/** Photos that are undone in the same way share a step. */
function editEach(
  ids: readonly string[],
  edit: (id: string) => UndoStep['change'] | undefined,
): UndoStep[] {
  const steps = new Map<string, UndoStep>()
  for (const id of ids) {
    const change = edit(id)
    if (!change) continue
    const key = JSON.stringify(change)
    const step = steps.get(key)
    if (step) step.ids.push(id)
    else steps.set(key, { ids: [id], change })
  }
  return [...steps.values()]
}

/** @returns what undoes it, if anything was changed. */
function changeKeywordsOf(
  id: string,
  change: KeywordChange,
  editFields: EditFields,
): UndoStep['change'] | undefined {
  let undo: UndoStep['change'] | undefined
  editFields(id, ({ keywords }) => {
    const before: string[] = JSON.parse(keywords)
    const { after, undo: inverse } = changeKeywords(before, change)
    if (inverse.add.length + inverse.remove.length === 0) return undefined
    refuseTooManyKeywords(id, before, after)
    undo = { kind: 'putBackKeywords', ...inverse }
    return { keywords: JSON.stringify(after) }
  })
  return undo
}

/** @returns what undoes it, if anything was changed. */
function changeRightsOf(
  id: string,
  wanted: Rights,
  editFields: EditFields,
): UndoStep['change'] | undefined {
  let undo: UndoStep['change'] | undefined
  editFields(id, (row) => {
    const fields = rightFields.filter(
      (field) => wanted[field] !== undefined && wanted[field] !== row[field],
    )
    if (fields.length === 0) return undefined
    undo = { kind: 'putBackRights', ...givenRights(row, fields) }
    return givenRights(wanted, fields)
  })
  return undo
}

/** The most frequent first. */
function countKeywords(shown: readonly Pick<Photo, 'keywords'>[]): BatchSummary['keywords'] {
  const counts = new Map<string, number>()
  for (const keyword of shown.flatMap((photo) => photo.keywords)) {
    counts.set(keyword, (counts.get(keyword) ?? 0) + 1)
  }
  return [...counts]
    .map(([keyword, count]) => ({ keyword, photos: count }))
    .sort((one, other) => other.photos - one.photos)
}

const stepOf = (ids: string[], change: UndoStep['change']): UndoStep[] =>
  ids.length > 0 ? [{ ids, change }] : []

/** @throws AppError 400 if a photo gets too many keywords. */
function refuseTooManyKeywords(
  photoId: string,
  before: readonly string[],
  after: readonly string[],
): void {
  const most = batchLimits.keywordsOfPhoto
  if (after.length <= Math.max(before.length, most)) return
  throw new AppError(400, `a photo would have more than ${most} keywords`, {
    field: 'change.add',
    photoId,
  })
}
