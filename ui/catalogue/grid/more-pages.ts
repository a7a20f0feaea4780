import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../kit/api.ts'
import { watchInView } from '../../kit/components/in-view.ts'
import type { Collection } from '../list/pages.ts'
import { loadPage } from '../list/reader.ts'
import { texts } from '../texts.ts'

type MorePages = {
  /** Why the next page could not be loaded. */
  readonly failure: string | undefined
  /** Loads the next page; resolves to true on success. */
  readonly loadNext: () => Promise<boolean>
  /** Ref of the element that loads the next page when it scrolls into view. */
  readonly ahead: (element: HTMLElement | null) => void
}

/** Loads the next page as the end of the grid comes near; after a failure, only on request. */
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

  // Watch again after each page: only changes are reported, and the end may still be in view.
  useEffect(() => {
    if (!element || failure !== undefined || next === undefined) return
    return watchInView(element, 0, (isInView) => {
      if (isInView) void loadNext()
    })
  }, [element, failure, next, loadNext])

  return { failure, loadNext, ahead }
}
