import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useState } from 'react'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import { pageOf, photoAt, type Source } from '../../catalogue/list/pages.ts'
import { loadPage } from '../../catalogue/list/reader.ts'
import { collectionOf, collectionsAtom } from '../../catalogue/list/store.ts'
import { errorText } from '../../kit/api.ts'
import { texts } from './texts.ts'

/** How many photos ahead pages are loaded. */
const ahead = 3
const retryMs = 4000

export type Slides = {
  /** The photo that is shown; undefined until the first is loaded. */
  readonly photo: Photo | undefined
  readonly previous: Photo | undefined
  readonly next: Photo | undefined
  readonly position: number
  readonly total: number
  /** Why the photos could not be loaded; empty if they could. */
  readonly problem: string
  readonly step: (by: 1 | -1) => void
}

/** The photos of a list one after another, from its end back to its beginning. */
export function useSlides(source: Source, start: number): Slides {
  const collection = useAtomValue(collectionsAtom).get(source)
  const total = collection?.total ?? 0
  const [position, setPosition] = useState(start)
  const [shown, setShown] = useState<{ photo?: Photo; previous?: Photo | undefined }>({})
  const [problem, setProblem] = useState('')
  const [attempt, setAttempt] = useState(0)

  const at = (wanted: number): Photo | undefined =>
    collection && total > 0 ? photoAt(collection, around(wanted, total)) : undefined

  // While its page is loading, the photo before it stays.
  const photo = at(position)
  if (photo && photo.fileName !== shown.photo?.fileName) {
    setShown({ photo, previous: shown.photo })
  }

  // `attempt` repeats it after a failure.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      for (const near of [position, position + 1, position - 1, position + ahead]) {
        const current = collectionOf(source)
        if (!current || current.total === 0) return
        const wanted = around(near, current.total)
        if (!photoAt(current, wanted)) await loadPage(source, pageOf(current, wanted))
      }
      setProblem('')
    }
    load().catch((error: unknown) => {
      setProblem(errorText(error, texts.loadFailed))
      timer = setTimeout(() => setAttempt(attempt + 1), retryMs)
    })
    return () => clearTimeout(timer)
  }, [source, position, attempt])

  const step = useCallback(
    (by: 1 | -1) => setPosition((before) => around(before + by, Math.max(1, total))),
    [total],
  )
  return {
    photo: shown.photo,
    previous: shown.previous,
    next: total > 1 ? at(position + 1) : undefined,
    position,
    total,
    problem,
    step,
  }
}

const around = (position: number, total: number): number => ((position % total) + total) % total
