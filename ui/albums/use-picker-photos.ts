import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { watchInView } from '../components/in-view.ts'
import { pagesFrom, type Source } from '../photos/list/pages.ts'
import { loadPages } from '../photos/list/reader.ts'
import { collectionsAtom } from '../photos/list/store.ts'
import { reasonOf } from '../photos/reason.ts'

/** How many photos are asked for at once. */
const atOnce = 60

/** The photos of a list as far as they have been read, and more whenever the end comes near. */
export function usePickerPhotos(source: Source, excluded: ReadonlySet<string>) {
  const collection = useAtomValue(collectionsAtom).get(source)
  const [failure, setFailure] = useState<string>()
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const isBusy = useRef(false)

  const read = useMemo(() => (collection ? pagesFrom(collection, 0) : []), [collection])
  const photos = useMemo(() => read.flat().filter(({ id }) => !excluded.has(id)), [read, excluded])
  const next = read.length
  const hasMore = !collection || next * collection.pageSize < collection.total

  const loadMore = useCallback(async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      setFailure(undefined)
      const pages = collection ? Math.ceil(atOnce / collection.pageSize) : 1
      await loadPages(source, next, pages)
    } catch (error) {
      setFailure(reasonOf(error))
    } finally {
      isBusy.current = false
    }
  }, [source, collection, next])

  // Once for each page: only changes are reported, and the end may still be near.
  useEffect(() => {
    if (!end || !hasMore || failure !== undefined) return
    return watchInView(end, 0, (isInView) => {
      if (isInView) void loadMore()
    })
  }, [end, hasMore, failure, loadMore])

  return { photos, hasMore, failure, loadMore, end: setEnd }
}
