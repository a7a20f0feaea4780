import { filterText } from '../../../src/contract/filter-labels.ts'
import { filterOf } from '../../../src/contract/photo-filter.ts'
import { paths } from '../../paths.ts'
import { loadedNames } from './state.ts'

/** A rule for people, with the names loaded so far: 'Camera: Nikon D700'. */
export const filledBy = (rule: string): string =>
  filterText(filterOf(new URLSearchParams(rule)), loadedNames())

/** The grid of the photos that a rule finds. */
export const gridOf = (rule: string): string => paths.photos(`?${rule}&show=grid`)
