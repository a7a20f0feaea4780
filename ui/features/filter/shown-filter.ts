import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'
import { filterFor, filterOf, type PhotoFilter } from '../../../src/contract/search/photo-filter.ts'
import { filterOfList } from '../../catalogue/list/list-query.ts'
import type { Source } from '../../catalogue/list/pages.ts'
import { collectionsAtom } from '../../catalogue/list/store.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'

/** The filter of the current address; without words if search is switched off. */
export function useFilter(): PhotoFilter {
  const [search] = useSearchParams()
  const { isOwner } = useAtomValue(viewerAtom)
  return useMemo(() => filterFor(filterOf(filterOfList(search)), isOwner), [search, isOwner])
}

/** What the ids in a loaded list's filter stand for. */
export const useFilterNames = (source: Source): FilterNames | undefined =>
  useAtomValue(collectionsAtom).get(source)?.names
