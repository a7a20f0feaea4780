import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import type { Photo } from '../../../../src/contract/photos/photos.ts'
import { isSameOrdering, mergeInto, type Ordering } from '../../../catalogue/albums/ordering.ts'
import type { Collection, Source } from '../../../catalogue/list/pages.ts'
import { loadPages } from '../../../catalogue/list/reader.ts'
import { collectionsAtom, markStale } from '../../../catalogue/list/store.ts'
import { saveOrder } from '../../../features/albums/album-changes.ts'
import { texts } from '../../../features/albums/texts.ts'
import { ApiError, errorText } from '../../../kit/api.ts'
import { attemptNotice } from '../../../kit/state/notices.ts'

const doneMs = 4000
const failureMs = 8000
/** Long enough to check the list. */
const changedMs = 20_000

const notice = attemptNotice()

/** All photos of an album, the order in progress, and how it is saved. */
export function useOrdering({ id }: Album, source: Source) {
  const collection = useAtomValue(collectionsAtom).get(source)
  const { revalidate } = useRevalidator()
  const [made, setMade] = useState<Ordering>()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)

  const photos = useMemo(
    () => new Map(collection && inOrder(collection).map((photo) => [photo.id, photo])),
    [collection],
  )
  const isComplete = collection !== undefined && photos.size === collection.total
  const saved: Ordering = useMemo(() => [...photos.keys()], [photos])

  // All photos must be loaded before they can be ordered. `attempt` retries.
  useEffect(() => {
    void attempt
    if (isComplete) return
    let isWanted = true
    setFailure(undefined)
    loadAllPages(source).catch((error) => {
      if (isWanted) setFailure(errorText(error, texts.picker.failed))
    })
    return () => {
      isWanted = false
    }
  }, [isComplete, source, attempt])

  // Photos may be added and removed elsewhere in the meantime.
  const ordering = useMemo(() => (made ? mergeInto(made, saved) : saved), [made, saved])
  const isChanged = isComplete && !isSameOrdering(ordering, saved)

  /** @returns false if the album has changed: the list is reloaded, for the owner to check */
  const saveOrShowChanges = async (): Promise<boolean> => {
    try {
      await saveOrder(id, ordering)
    } catch (error) {
      if (!isOutdatedOrder(error)) throw error
      markStale([source])
      const current = inOrder(await loadAllPages(source)).map((photo) => photo.id)
      // The same photos were refused, so reloading does not help.
      if (isSameOrdering(ordering, mergeInto(ordering, current))) throw error
      await revalidate()
      return false
    }
    await revalidate()
    setMade(undefined)
    return true
  }

  const save = async () => {
    if (isSaving || ordering.length < 2) return
    setSaving(true)
    notice.dismiss()
    try {
      if (await saveOrShowChanges()) notice.show(texts.ordering.saved, { durationMs: doneMs })
      else notice.show(texts.ordering.changed, { durationMs: changedMs })
    } catch (error) {
      console.warn(error)
      notice.show(errorText(error, texts.ordering.failed), { durationMs: failureMs })
    } finally {
      setSaving(false)
    }
  }

  return {
    /** In the order in progress; undefined until all are loaded. */
    photos: isComplete ? ordering.map((id): Photo => photos.get(id)!) : undefined,
    ordering,
    setOrdering: setMade,
    isChanged,
    isSaving,
    save,
    failure,
    retry: () => setAttempt(attempt + 1),
  }
}

async function loadAllPages(source: Source): Promise<Collection> {
  // Reloads a stale list and returns its current total.
  const { total, pageSize } = await loadPages(source, 0, 1)
  return loadPages(source, 0, Math.ceil(total / pageSize))
}

const inOrder = ({ pages }: Collection): Photo[] =>
  [...pages].sort(([one], [other]) => one - other).flatMap(([, photos]) => photos)

/** Whether an order was refused because the album's photos have changed. */
const isOutdatedOrder = (error: unknown): boolean =>
  error instanceof ApiError && error.refusal?.code === 400 && error.field === 'photos'
