import { filterText } from '../../../src/contract/filter-labels.ts'
import { filterOf } from '../../../src/contract/photo-filter.ts'
import { paths } from '../../paths.ts'
import { loadedPhotos } from './state.ts'

/** A rule for people, with the names that photos loaded so far have: 'Camera: Nikon D700'. */
export const filledBy = (rule: string): string =>
  filterText(filterOf(new URLSearchParams(rule)), loadedPhotos())

/** The grid of the photos that a rule finds. */
export const gridOf = (rule: string): string => paths.photos(`?${rule}&show=grid`)
