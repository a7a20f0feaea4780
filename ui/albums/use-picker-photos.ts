import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Photo } from '../../src/contract/photos.ts'
import { type Collection, collectionsAtom, loadBatches, type Source } from '../photos/list/store.ts'
import { reasonOf } from '../photos/reason.ts'

/** How many photos are asked for at once. */
const atOnce = 60

/** The photos of a list as far as they have been read, and more whenever the end comes near. */
export function usePickerPhotos(source: Source, excluded: ReadonlySet<string>) {
  const collection = useAtomValue(collectionsAtom).get(source)
  const [failure, setFailure] = useState<string>()
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const isBusy = useRef(false)

  const read = useMemo(() => readFromStart(collection), [collection])
  const photos = useMemo(() => read.flat().filter(({ id }) => !excluded.has(id)), [read, excluded])
  const next = read.length
  const hasMore = !collection || next * collection.batchSize < collection.total

  const loadMore = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      setFailure(undefined)
      const batches = collection ? Math.ceil(atOnce / collection.batchSize) : 1
      await loadBatches(source, next, batches)
    } catch (error) {
      setFailure(reasonOf(error))
    } finally {
      isBusy.current = false
    }
  }, [source, collection, next])

  // Made anew for each batch: an observer tells only of changes, and the end may still be near.
  useEffect(() => {
    if (!end || !hasMore || failure !== undefined) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void loadMore()
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [end, hasMore, failure, loadMore])

  return { photos, hasMore, failure, loadMore, end: setEnd }
}

/** The batches from the first on, up to one that has not been read. */
function readFromStart(collection: Collection | undefined): (readonly Photo[])[] {
  const read: (readonly Photo[])[] = []
  for (let batch = collection?.batches.get(0); batch; batch = collection?.batches.get(read.length))
    read.push(batch)
  return read
}
