import type { Facets } from '../contract/facets.ts'
import { filterText, type NamedPhotos } from '../contract/filter-labels.ts'
import type { FilterKey, PhotoFilter } from '../contract/photo-filter.ts'
import type { PhotoList } from '../contract/photos.ts'
import { ownerViewer, type Viewer } from '../contract/viewer.ts'
import type { ListFilter } from './list-orders.ts'
import type { ListSource, PhotoLists } from './lists.ts'

/** Where a photo was taken is the owner's affair: not even a list's length may tell. */
const isPrivateKey = (key: FilterKey): boolean => key === 'location'

/** Lists of the photos that a filter finds, and counts of what they have. */
export function filteredLists(
  lists: PhotoLists,
  listSource: (viewer: Viewer) => ListSource | undefined,
) {
  /** Without the terms that are not for the viewer. */
  const filterFor = (filter: PhotoFilter, { isOwner }: Viewer): PhotoFilter =>
    isOwner ? filter : { ...filter, terms: filter.terms.filter(({ key }) => !isPrivateKey(key)) }

  /** Undefined if the words have no letter or digit, so that nothing can have them. */
  const readFilter = (filter: PhotoFilter, viewer: Viewer): ListFilter | undefined => {
    const { terms, q, cameraModel } = filterFor(filter, viewer)
    const match = q ? lists.matchOf(q) : null
    if (match === undefined) return undefined
    return { model: cameraModel || null, match, terms }
  }

  return {
    filterFor,
    /** What the filter finds in a list of the viewer's. Undefined if there can be nothing. */
    filteredSource: (
      filter: PhotoFilter,
      viewer: Viewer,
      list: ListSource | undefined = listSource(viewer),
    ): ListSource | undefined => {
      const found = readFilter(filter, viewer)
      if (list === undefined || found === undefined) return undefined
      return { kind: 'filtered', album: list.kind === 'all' ? null : list.album, ...found }
    },
    /** The filter in words, with names as these photos of the list have them; {} without terms. */
    namedFilter: (
      filter: PhotoFilter,
      shown: NamedPhotos,
      viewer: Viewer,
    ): Pick<PhotoList, 'filter'> => {
      const allowed = filterFor(filter, viewer)
      return allowed.terms.length > 0 ? { filter: filterText(allowed, shown) } : {}
    },
    /** Counts of what the list's photos have, by key. Keys that are not for the viewer are left out. */
    facets: (
      source: ListSource | undefined,
      keys: readonly FilterKey[],
      { isOwner }: Viewer,
    ): Facets => {
      const allowed = keys.filter((key) => isOwner || !isPrivateKey(key))
      if (source) return lists.facets(source, allowed)
      return Object.fromEntries(allowed.map((key) => [key, []]))
    },
    /** The row ids of all photos that the filter finds, in ascending order, whoever may see them. */
    matching: (filter: PhotoFilter): Int32Array => {
      const found = readFilter(filter, ownerViewer)
      return found ? lists.matching(found) : new Int32Array()
    },
    namesOf: lists.namesOf,
    numberOf: lists.numberOf,
    prepareFilters: lists.prepareFilters,
  }
}
