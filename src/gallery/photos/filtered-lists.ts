import { ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import type { PhotoList } from '../../contract/photos/photos.ts'
import type { Facets } from '../../contract/search/facets.ts'
import { filterText } from '../../contract/search/filter-labels.ts'
import { type FilterNames, isNamedKey, type NamedKey } from '../../contract/search/filter-names.ts'
import {
  type FilterKey,
  filterFor,
  isOwnersKey,
  type PhotoFilter,
  partSign,
} from '../../contract/search/photo-filter.ts'
import type { ListFilter } from './list-orders.ts'
import type { ListSource, PhotoLists } from './lists.ts'

/** Photos outside the viewer's list that are searched for a name. */
const maxOthers = 500

/** Lists of the photos that match a filter, and counts of their values. */
export function filteredLists(
  lists: PhotoLists,
  listSource: (viewer: Viewer) => ListSource | undefined,
  visible: (rowIds: ArrayLike<number>, viewer: Viewer) => ReadonlyMap<number, unknown>,
) {
  /**
   * The name of a value as a photo that the viewer may see has it: from the viewer's list, or from a few
   * other photos. Searching all hidden photos would take too long.
   */
  const nameOf = (key: NamedKey, value: string, viewer: Viewer): string | undefined => {
    const source = listSource(viewer)
    const own = source && lists.page(source, undefined, 0)
    const known = own && lists.findByValue(key, value, viewer, own).next().value
    if (known || viewer.isOwner) return known?.name
    const others = [...lists.findByValue(key, value, viewer).take(maxOthers)]
    const seen = visible(
      Uint32Array.from(others, ({ rowId }) => rowId),
      viewer,
    )
    return others.find(({ rowId }) => seen.has(rowId))?.name
  }
  const namesIn = ({ terms }: PhotoFilter, viewer: Viewer): FilterNames => {
    const names: FilterNames = {}
    for (const { key, values } of terms) {
      if (!isNamedKey(key)) continue
      const known = values.flatMap((value) => {
        const name = value.startsWith(partSign) ? undefined : nameOf(key, value, viewer)
        return name === undefined ? [] : [[value, name] as const]
      })
      names[key] = { ...names[key], ...Object.fromEntries(known) }
    }
    return names
  }

  /** Undefined if the words have no letter or digit, so that nothing can match. */
  const readFilter = (filter: PhotoFilter, { isOwner }: Viewer): ListFilter | undefined => {
    const { terms, q, cameraModel } = filterFor(filter, isOwner)
    const match = q ? lists.matchOf(q, isOwner) : null
    if (match === undefined) return undefined
    return { model: cameraModel || null, match, terms, isOwner }
  }

  return {
    filterFor: (filter: PhotoFilter, viewer: Viewer) => filterFor(filter, viewer.isOwner),
    /** The photos of a list that match the filter; undefined if none can match. */
    filteredSource: (
      filter: PhotoFilter,
      viewer: Viewer,
      list: ListSource | undefined = listSource(viewer),
    ): ListSource | undefined => {
      const found = readFilter(filter, viewer)
      if (list === undefined || found === undefined) return undefined
      const album = list.kind === 'all' ? null : list.album
      const { order } = filterFor(filter, viewer.isOwner)
      return { kind: 'filtered', album, ...(order && { order }), ...found }
    },
    /** The filter in words, and the names in it that the viewer may know; {} without terms. */
    namedFilter: (filter: PhotoFilter, viewer: Viewer): Pick<PhotoList, 'filter' | 'names'> => {
      const allowed = filterFor(filter, viewer.isOwner)
      if (allowed.terms.length === 0) return {}
      const names = namesIn(allowed, viewer)
      return { filter: filterText(allowed, names), names }
    },
    /** Counts of the values of the list's photos, by key, without keys that the viewer may not use. */
    facets: (
      source: ListSource | undefined,
      keys: readonly FilterKey[],
      { isOwner }: Viewer,
    ): Facets => {
      const allowed = keys.filter((key) => isOwner || !isOwnersKey(key))
      if (source) return lists.facets(source, allowed, isOwner)
      return Object.fromEntries(allowed.map((key) => [key, []]))
    },
    /** The row ids of all photos that match for a viewer, ascending, including hidden photos. */
    matching: (filter: PhotoFilter, viewer: Viewer = ownerViewer): Int32Array => {
      const found = readFilter(filter, viewer)
      return found ? lists.matching(found) : new Int32Array()
    },
    namesOf: lists.namesOf,
    firstByValue: lists.firstByValue,
    numberOf: lists.numberOf,
    prepareFilters: lists.prepareFilters,
    prepareSearch: lists.prepareSearch,
    prepareOrder: lists.prepareOrder,
  }
}
