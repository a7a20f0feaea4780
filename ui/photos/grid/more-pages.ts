import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../api.ts'
import { watchInView } from '../../components/in-view.ts'
import type { Collection } from '../list/pages.ts'
import { loadPage } from '../list/reader.ts'
import { texts } from '../texts.ts'

type MorePages = {
  /** Why the next page could not be loaded. */
  readonly failure: string | undefined
  /** Loads the next page; true once it is there. */
  readonly loadNext: () => Promise<boolean>
  /** For the element that is on the screen when the next page is due. */
  readonly ahead: (element: HTMLElement | null) => void
}

/** Loads the next page of a grid whenever its end comes near; after a failure only when asked. */
export function useMorePages({ source }: Collection, next: number | undefined): MorePages {
  const [failure, setFailure] = useState<string>()
  const [element, ahead] = useState<HTMLElement | null>(null)
  const isBusy = useRef(false)

  const loadNext = useCallback(async () => {
    if (next === undefined || isBusy.current) return false
    isBusy.current = true
    try {
      await loadPage(source, next)
      setFailure(undefined)
      return true
    } catch (error) {
      setFailure(errorText(error, texts.loadFailed))
      return false
    } finally {
      isBusy.current = false
    }
  }, [source, next])

  // Once for each page: only changes are reported, and the end may still be near.
  useEffect(() => {
    if (!element || failure !== undefined || next === undefined) return
    return watchInView(element, 0, (isInView) => {
      if (isInView) void loadNext()
    })
  }, [element, failure, next, loadNext])

  return { failure, loadNext, ahead }
}
