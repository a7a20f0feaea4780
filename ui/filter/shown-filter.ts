import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { NamedPhotos } from '../../src/contract/filter-labels.ts'
import { filterOf, type PhotoFilter } from '../../src/contract/photo-filter.ts'
import type { Source } from '../photos/list/pages.ts'
import { collectionsAtom } from '../photos/list/store.ts'
import { filterOfList } from '../photos/search/searched.ts'

/** The filter of the current address; without words if search is switched off. */
export function useFilter(): PhotoFilter {
  const [search] = useSearchParams()
  return useMemo(() => filterOf(filterOfList(search)), [search])
}

/** The loaded photos of a list, which know the names that its filter has only the ids of. */
export function useNamedPhotos(source: Source): NamedPhotos {
  const collection = useAtomValue(collectionsAtom).get(source)
  return useMemo(() => [...(collection?.pages.values() ?? [])].flat(), [collection])
}
