import { useEffect, useMemo, useState } from 'react'
import type { Facets } from '../../../../src/contract/search/facets.ts'
import { filterQuery } from '../../../../src/contract/search/photo-filter.ts'
import { ignoreApiError } from '../../../kit/api.ts'
import { fetchCounts } from '../counts.ts'
import { keysNeeded, restFilter, typedAt } from './suggest.ts'

/** After the last key press. */
const pauseMs = 150

const none: Facets = {}

/** What is being typed, and the values known for it; requests for earlier text are cancelled. */
export function useTypedFacets(place: { text: string; caret: number } | undefined) {
  const [known, setKnown] = useState<ReadonlyMap<string, Facets>>(new Map())
  const typed = useMemo(() => place && typedAt(place.text, place.caret), [place])
  const keys = typed ? keysNeeded(typed).join() : ''
  const rest = typed ? String(filterQuery(restFilter(typed))) : ''
  const name = `${keys} ${rest}`
  const isMissing = typed !== undefined && keys !== '' && !known.has(name)
  useEffect(() => {
    if (!isMissing) return
    const request = new AbortController()
    const timer = setTimeout(() => {
      const list = { albumId: undefined, filter: restFilter(typed) }
      fetchCounts(list, keysNeeded(typed), request.signal).then(
        ({ facets }) => setKnown((all) => new Map(all).set(name, facets)),
        // Suggestions are optional: without them the text is searched for as it is.
        ignoreApiError,
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [name, isMissing, typed])
  return { typed, facets: known.get(name) ?? none }
}
