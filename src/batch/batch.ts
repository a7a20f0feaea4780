import type { Albums } from '../albums/albums.ts'
import { AppError } from '../contract/app-error.ts'
import type { BatchChange, BatchResult, BatchSummary, UndoStep } from '../contract/batch.ts'
import { batchLimits } from '../contract/batch-limits.ts'
import { ownerViewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'
import type { Photos } from '../photos/photos.ts'
import type { UxConfigRules } from '../ux-config/ux-config.ts'
import { changeKeywords, type KeywordChange, putBackKeywords } from './keywords.ts'

export type Batch = ReturnType<typeof createBatch>

type Rights = Omit<Extract<BatchChange, { kind: 'rights' }>, 'kind'>
const rightFields = ['creator', 'copyright'] as const

/** Changes several photos at once: all of them or, after an error, none. */
export function createBatch(parts: {
  store: Store
  photos: Photos
  albums: Albums
  uxConfig: UxConfigRules
}) {
  const { store, photos, albums, uxConfig } = parts

  const photostreamId = (): string => {
    const { photoStreamAlbumId } = uxConfig.get()
    if (photoStreamAlbumId === '') throw new AppError(409, 'no photostream album is set')
    return photoStreamAlbumId
  }
  const addToAlbum = (albumId: string, ids: string[]): UndoStep[] =>
    stepOf(albums.chosenPhotos.add(albumId, ids), { kind: 'removeFromAlbum', albumId })
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
    photos.editFields(id, ({ keywords }) => {
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
    photos.editFields(id, (row) => {
      const fields = rightFields.filter(
        (field) => wanted[field] !== undefined && wanted[field] !== row[field],
      )
      if (fields.length === 0) return undefined
      undo = { kind: 'putBackRights', ...pick(row, fields) }
      return pick(wanted, fields)
    })
    return undo
  }

  const apply = (ids: string[], change: BatchChange): UndoStep[] => {
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
  const takeBack = ({ ids, change }: UndoStep): number => {
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
        return albums.chosenPhotos.remove(change.albumId, ids).length
      case 'putBackKeywords':
        for (const id of ids) {
          photos.editFields(id, ({ keywords }) => ({
            keywords: JSON.stringify(putBackKeywords(JSON.parse(keywords), change)),
          }))
        }
        return ids.length
      case 'putBackRights':
        for (const id of ids) photos.editFields(id, () => pick(change, rightFields))
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

  return {
    /** @throws AppError 400 for an unknown photo, 404 for an unknown album, 409 if it fills itself. */
    change: (given: readonly string[], change: BatchChange): Promise<BatchResult> =>
      store.write(() => {
        const ids = [...new Set(given)]
        requireAll(ids)
        const undo = apply(ids, change)
        return {
          changed: undo.reduce((sum, step) => sum + step.ids.length, 0),
          undo,
          ...(change.kind === 'makePrivate' && { stillVisibleIn: publicAlbumsWith(ids) }),
        }
      }),
    /** @throws AppError as `change` */
    undo: (steps: readonly UndoStep[]): Promise<number> =>
      store.write(() => {
        requireAll(steps.flatMap(({ ids }) => ids))
        return steps.reduce((sum, step) => sum + takeBack(step), 0)
      }),
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

/** Those of the fields that are given. */
const pick = (
  rights: Rights,
  fields: readonly (keyof Rights)[],
): { creator?: string | null; copyright?: string | null } =>
  Object.fromEntries(
    fields.flatMap((field) => (rights[field] === undefined ? [] : [[field, rights[field]]])),
  )

/** @throws AppError 400 if a photo gets too many keywords. */
function requireRoom(photoId: string, before: readonly string[], after: readonly string[]): void {
  const most = batchLimits.keywordsOfPhoto
  if (after.length <= Math.max(before.length, most)) return
  throw new AppError(400, `a photo would have more than ${most} keywords`, {
    field: 'change.add',
    photoId,
  })
}

/** The value that all of them have, if they have the same. */
function same<Field extends 'creator' | 'copyright'>(
  field: Field,
  shown: readonly Record<Field, string | null>[],
): { [F in Field]?: string | null } {
  const values = new Set(shown.map((photo) => photo[field]))
  const [value] = values
  return values.size === 1 ? ({ [field]: value } as { [F in Field]?: string | null }) : {}
}
