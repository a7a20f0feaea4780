import { useEffect, useState } from 'react'
import type { Facets } from '../../../src/contract/search/facets.ts'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'
import {
  type FilterKey,
  filterKeys,
  filterQuery,
  isOwnersKey,
} from '../../../src/contract/search/photo-filter.ts'
import { api, errorText, unwrap } from '../../kit/api.ts'
import type { FilteredList } from './filtered-list.ts'

export type Counts = {
  readonly total: number
  readonly facets: Facets
  readonly names: FilterNames | undefined
}

/** The keys whose values this viewer can choose; an upload is only linked to. */
export const keysFor = (isOwner: boolean): FilterKey[] =>
  filterKeys.filter((key) => key !== 'upload' && (isOwner || !isOwnersKey(key)))

/** @throws ApiError */
export async function fetchCounts(
  { albumId, filter }: Pick<FilteredList, 'albumId' | 'filter'>,
  keys: readonly FilterKey[],
  signal?: AbortSignal,
): Promise<Counts> {
  const parameters = new Map<string, string[]>()
  for (const [name, value] of filterQuery(filter)) {
    parameters.set(name, [...(parameters.get(name) ?? []), value])
  }
  const query = { ...Object.fromEntries(parameters), limit: '1', facets: keys.join() }
  const options = signal && { init: { signal } }
  const {
    total,
    facets = {},
    names,
  } = await unwrap(
    albumId === undefined
      ? api.photos.$get({ query }, options)
      : api.albums[':id'].photos.$get({ param: { id: albumId }, query }, options),
  )
  return { total, facets, names }
}

/** The counts for a list; those of the list before while they are loading. */
export function useCounts(list: FilteredList, isOwner: boolean, isWanted: boolean) {
  const [counts, setCounts] = useState<Counts>()
  const [problem, setProblem] = useState<string>()
  const [shown, setShown] = useState('')
  const { albumId, filter } = list
  const name = `${albumId ?? ''} ${filterQuery(filter)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for the list
  useEffect(() => {
    if (!isWanted) return
    const request = new AbortController()
    fetchCounts({ albumId, filter }, keysFor(isOwner), request.signal).then(
      (found) => {
        setCounts(found)
        setShown(name)
        setProblem(undefined)
      },
      (error: unknown) => {
        if (!request.signal.aborted) setProblem(errorText(error))
      },
    )
    return () => request.abort()
  }, [name, isOwner, isWanted])
  return { counts, problem, isCurrent: shown === name }
}
