import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Album } from '../../src/contract/albums.ts'
import type { Photo } from '../../src/contract/photos.ts'
import { collectionOf, collectionsAtom, loadBatches, type Source } from '../photos/collections.ts'
import { reasonOf } from '../photos/reason.ts'
import { notify } from '../state/notices.ts'
import { saveOrder } from './album-changes.ts'
import { isSameOrdering, type Ordering } from './ordering.ts'
import { texts } from './texts.ts'

const doneMs = 4000
const failureMs = 8000

/** Every photo of an album, the order being made of them, and the keeping of it. */
export function useOrdering({ id }: Album, source: Source) {
  const collection = useAtomValue(collectionsAtom).get(source)
  const { revalidate } = useRevalidator()
  const [made, setMade] = useState<Ordering>()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)

  const photos = useMemo(() => {
    const read = [...(collection?.batches ?? [])].sort(([one], [other]) => one - other)
    return new Map(read.flatMap(([, batch]) => batch).map((photo) => [photo.id, photo]))
  }, [collection])
  const isWhole = collection !== undefined && photos.size === collection.total
  const saved: Ordering = useMemo(() => [...photos.keys()], [photos])

  // Whoever orders photos must see all of them. `attempt` asks again.
  useEffect(() => {
    void attempt
    if (isWhole) return
    let isWanted = true
    setFailure(undefined)
    readWhole(source).catch((error) => {
      if (isWanted) setFailure(reasonOf(error))
    })
    return () => {
      isWanted = false
    }
  }, [isWhole, source, attempt])

  // A photo that has come or gone meanwhile ends what was made of the others.
  const isCurrent = made && made.length === saved.length && made.every((id) => photos.has(id))
  const ordering = isCurrent ? made : saved
  const isChanged = isWhole && !isSameOrdering(ordering, saved)

  const save = async () => {
    if (isSaving || ordering.length < 2) return
    setSaving(true)
    try {
      await saveOrder(id, ordering)
      await revalidate()
      setMade(undefined)
      notify(texts.ordering.saved, { durationMs: doneMs })
    } catch (error) {
      console.warn(error)
      notify(texts.ordering.failed(reasonOf(error)), { durationMs: failureMs })
    } finally {
      setSaving(false)
    }
  }

  return {
    /** In the order being made; undefined until all of them are here. */
    photos: isWhole ? ordering.map((id): Photo => photos.get(id)!) : undefined,
    ordering,
    setOrdering: setMade,
    isChanged,
    isSaving,
    save,
    failure,
    retry: () => setAttempt(attempt + 1),
  }
}

async function readWhole(source: Source): Promise<void> {
  const { total, batchSize } = collectionOf(source) ?? (await loadBatches(source, 0, 1))
  await loadBatches(source, 0, Math.ceil(total / batchSize))
}
