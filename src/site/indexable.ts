import { isEmptyFilter, type PhotoFilter } from '../contract/search/photo-filter.ts'

/**
 * Whether search engines may index the page of a filter: one key with photos. Texts and combinations
 * are without end, and anyone can make them up.
 */
export const isIndexable = (filter: PhotoFilter, total: number): boolean =>
  isEmptyFilter(filter) ||
  (!filter.q && total > 0 && filter.terms.length + (filter.cameraModel ? 1 : 0) === 1)
