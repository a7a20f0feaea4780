import { searchTexts } from '../../../src/contract/home-texts.ts'

/** Every word of the search. */
export const texts = {
  ...searchTexts,
  label: 'Search photos',
  placeholder: 'Search…',
} as const
