import { filterText } from '../../../../src/contract/search/filter-labels.ts'
import { filterOf } from '../../../../src/contract/search/photo-filter.ts'
import { loadedNames } from '../../../catalogue/albums/rule-state.ts'
import { paths } from '../../../kit/paths.ts'

/** A rule for people, with the names loaded so far: 'Camera: Nikon D700'. */
export const filledBy = (rule: string): string =>
  filterText(filterOf(new URLSearchParams(rule)), loadedNames())

/** The grid of the photos that a rule finds. */
export const gridOf = (rule: string): string => paths.photos(`?${rule}&show=grid`)
