import { useCallback, useEffect, useRef, useState } from 'react'
import { type Collection, loadBatch } from '../list/store.ts'
import { reasonOf } from '../reason.ts'

type MoreBatches = {
  /** Why the next batch did not come. */
  readonly failure: string | undefined
  /** Asks for the next batch; true when it came. */
  readonly loadNext: () => Promise<boolean>
  /** For the element that is on screen when the next batch is due. */
  readonly ahead: (element: HTMLElement | null) => void
}

/** Loads the grid's next batch whenever its end comes near; after a failure only when asked. */
export function useMoreBatches({ source }: Collection, next: number | undefined): MoreBatches {
  const [failure, setFailure] = useState<string>()
  const [element, ahead] = useState<HTMLElement | null>(null)
  const isBusy = useRef(false)

  const loadNext = useCallback(async () => {
    if (next === undefined || isBusy.current) return false
    isBusy.current = true
    try {
      await loadBatch(source, next)
      setFailure(undefined)
      return true
    } catch (error) {
      setFailure(reasonOf(error))
      return false
    } finally {
      isBusy.current = false
    }
  }, [source, next])

  // Made anew for each batch: an observer tells only of changes, and the end may still be near.
  useEffect(() => {
    if (!element || failure !== undefined || next === undefined) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void loadNext()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, failure, next, loadNext])

  return { failure, loadNext, ahead }
}
