import { batchLimits } from '../../contract/limits.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import type {
  BatchChange,
  BatchResult,
  BatchSummary,
  UndoStep,
} from '../../contract/photos/batch.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { Albums } from '../albums/albums.ts'
import type { Intents, PendingDeletion } from '../photos/intents.ts'
import type { Photos } from '../photos/photos.ts'
import type { UxConfigRules } from '../settings/ux-config/ux-config.ts'
import type { Trash } from '../trash/trash.ts'
import { changeKeywords, type KeywordChange, putBackKeywords } from './keywords.ts'
import { pick, type Rights, rightFields, same } from './rights.ts'

export type Batch = ReturnType<typeof createBatch>

/** The trash has transactions of its own. */
type DirectChange = Exclude<BatchChange, { kind: 'trash' }>
type DirectStep = {
  readonly ids: string[]
  readonly change: Exclude<UndoStep['change'], { kind: 'restore' }>
}

/**
 * Changes several photos at once: all of them or, after an error, none. Only the trash takes them
 * in batches, so that nothing waits long for it.
 */
export function createBatch(parts: {
  store: Store
  photos: Photos
  albums: Albums
  uxConfig: UxConfigRules
  trash: Pick<Trash, 'put' | 'restore'>
  intents: Intents
}) {
  const { store, photos, albums, uxConfig, trash, intents } = parts

  /** Of the write under way, which nothing interrupts. */
  let filesToDelete: PendingDeletion[] = []
  /** Everything that `work` changes, or nothing; pictures with the old credits are deleted. */
  const write = async <T>(work: () => T): Promise<T> => {
    const done = await store.write(() => {
      filesToDelete = []
      return { result: work(), filesToDelete }
    })
    if (done.filesToDelete.length > 0) await intents.execute(done.filesToDelete)
    return done.result
  }
  const editFields = (...edit: Parameters<Photos['editFields']>): void => {
    filesToDelete.push(...photos.editFields(...edit))
  }

  const photostreamId = (): string => {
    const { photoStreamAlbumId } = uxConfig.get()
    if (photoStreamAlbumId === '') throw new AppError(409, 'no photostream album is set')
    return photoStreamAlbumId
  }
  const addToAlbum = (albumId: string, ids: string[]): UndoStep[] => {
    const added = albums.chosenPhotos.add(albumId, ids)
    return [true, false].flatMap((byHand) => {
      const of = added.filter(({ wasByHand }) => wasByHand === byHand).map(({ id }) => id)
      return stepOf(of, { kind: 'removeFromAlbum', albumId, byHand })
    })
  }
  const removeFromAlbum = (albumId: string, ids: string[]): UndoStep[] => {
    const removed = albums.chosenPhotos.remove(albumId, ids)
    const places = removed.map(({ place }) => place)
    const removedIds = removed.map(({ id }) => id)
    return stepOf(removedIds, { kind: 'putBackInAlbum', albumId, places })
  }

  /** Photos that are undone in the same way share a step. */
  const editEach = (
    ids: readonly string[],
    edit: (id: string) => UndoStep['change'] | undefined,
  ): UndoStep[] => {
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
  const changeKeywordsOf = (id: string, change: KeywordChange) => {
    let undo: UndoStep['change'] | undefined
    editFields(id, ({ keywords }) => {
      const before: string[] = JSON.parse(keywords)
      const { after, undo: inverse } = changeKeywords(before, change)
      if (inverse.add.length + inverse.remove.length === 0) return undefined
      requireRoom(id, before, after)
      undo = { kind: 'putBackKeywords', ...inverse }
      return { keywords: JSON.stringify(after) }
    })
    return undo
  }
  const changeRightsOf = (id: string, wanted: Rights) => {
    let undo: UndoStep['change'] | undefined
    editFields(id, (row) => {
      const fields = rightFields.filter(
        (field) => wanted[field] !== undefined && wanted[field] !== row[field],
      )
      if (fields.length === 0) return undefined
      undo = { kind: 'putBackRights', ...pick(row, fields) }
      return pick(wanted, fields)
    })
    return undo
  }

  const apply = (ids: string[], change: DirectChange): UndoStep[] => {
    switch (change.kind) {
      case 'addToAlbum':
        return addToAlbum(change.albumId, ids)
      case 'removeFromAlbum':
        return removeFromAlbum(change.albumId, ids)
      case 'makePublic':
        return addToAlbum(photostreamId(), ids)
      case 'makePrivate':
        return removeFromAlbum(photostreamId(), ids)
      case 'keywords':
        return editEach(ids, (id) => changeKeywordsOf(id, change))
      case 'rights':
        return editEach(ids, (id) => changeRightsOf(id, change))
    }
  }
  /** @returns how many photos were changed. */
  const takeBack = ({ ids, change }: DirectStep): number => {
    switch (change.kind) {
      case 'putBackInAlbum': {
        const { albumId, places } = change
        if (places.length !== ids.length) {
          throw new AppError(400, 'places: must have one entry for each photo', {
            field: 'steps.change.places',
          })
        }
        const placed = ids.map((id, index) => ({ id, place: places[index]! }))
        return albums.chosenPhotos.putBack(albumId, placed).length
      }
      case 'removeFromAlbum':
        return albums.chosenPhotos.takeBack(change.albumId, ids, change.byHand).length
      case 'putBackKeywords':
        for (const id of ids) {
          editFields(id, ({ keywords }) => ({
            keywords: JSON.stringify(putBackKeywords(JSON.parse(keywords), change)),
          }))
        }
        return ids.length
      case 'putBackRights':
        for (const id of ids) editFields(id, () => pick(change, rightFields))
        return ids.length
    }
  }
  /** @throws AppError 400 for an unknown photo. */
  const requireAll = (ids: string[]) => photos.rowIdsOf(ids, 'ids')

  /** Albums that visitors see, apart from the photostream. */
  const publicAlbumsWith = (ids: string[]) =>
    albums.chosenPhotos
      .containing(ids)
      .filter(({ id, code }) => code === '' && id !== uxConfig.get().photoStreamAlbumId)
      .map(({ id, name, rule }) => ({ id, name, fillsItself: rule !== '' }))

  const putInTrash = async (ids: string[]): Promise<BatchResult> => {
    requireAll(ids)
    const put = await trash.put(ids)
    return {
      changed: put.length,
      undo: stepOf(
        put.map(({ id }) => id),
        { kind: 'restore' },
      ),
    }
  }

  return {
    /** @throws AppError 400 for an unknown photo, 404 for an unknown album, 409 for a smart album. */
    change: async (given: readonly string[], change: BatchChange): Promise<BatchResult> => {
      const ids = [...new Set(given)]
      if (change.kind === 'trash') return putInTrash(ids)
      return write(() => {
        requireAll(ids)
        const undo = apply(ids, change)
        return {
          changed: undo.reduce((sum, step) => sum + step.ids.length, 0),
          undo,
          ...(change.kind === 'makePrivate' && { stillVisibleIn: publicAlbumsWith(ids) }),
        }
      })
    },
    /** @throws AppError as `change`; photos that are no longer in the trash are left out. */
    undo: async (steps: readonly UndoStep[]): Promise<number> => {
      const restored = await trash.restore(
        steps.flatMap(({ ids, change }) => (change.kind === 'restore' ? ids : [])),
      )
      const direct = steps.filter((step): step is DirectStep => step.change.kind !== 'restore')
      return write(() => {
        requireAll(direct.flatMap(({ ids }) => ids))
        return direct.reduce((sum, step) => sum + takeBack(step), restored)
      })
    },
    /** @throws AppError 400 for an unknown photo. */
    summary: (given: readonly string[]): BatchSummary => {
      const ids = [...new Set(given)]
      const shown = photos.read(requireAll(ids), ownerViewer)
      const keywords = new Map<string, number>()
      for (const keyword of shown.flatMap((photo) => photo.keywords)) {
        keywords.set(keyword, (keywords.get(keyword) ?? 0) + 1)
      }
      return {
        photos: shown.length,
        public: shown.filter(({ isPublic }) => isPublic).length,
        albums: albums.chosenPhotos
          .containing(ids)
          .filter(({ rule }) => rule === '')
          .map(({ id, name, photos: count }) => ({ id, name, photos: count })),
        keywords: [...keywords]
          .map(([keyword, count]) => ({ keyword, photos: count }))
          .sort((one, other) => other.photos - one.photos),
        ...same('creator', shown),
        ...same('copyright', shown),
      }
    },
  }
}

const stepOf = (ids: string[], change: UndoStep['change']): UndoStep[] =>
  ids.length > 0 ? [{ ids, change }] : []

/** @throws AppError 400 if a photo gets too many keywords. */
function requireRoom(photoId: string, before: readonly string[], after: readonly string[]): void {
  const most = batchLimits.keywordsOfPhoto
  if (after.length <= Math.max(before.length, most)) return
  throw new AppError(400, `a photo would have more than ${most} keywords`, {
    field: 'change.add',
    photoId,
  })
}
