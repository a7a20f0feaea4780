import { limits } from '../../../../src/contract/limits.ts'
import type { UxConfig } from '../../../../src/contract/site/ux-config.ts'

/** Number fields, whose text is kept as typed. */
export type NumberKey = 'photoGridCols' | 'photoItemsLoad'
export type Draft = Omit<UxConfig, NumberKey> & Record<NumberKey, string>

/** What an emptied number field is filled with. */
const formDefaults = { photoGridCols: 4, photoItemsLoad: 12 } as const

/** The largest values that the server accepts. */
export const maximum = {
  photoGridCols: limits.gridColumns,
  photoItemsLoad: limits.itemsPerLoad,
} as const

export const draftOf = (config: UxConfig): Draft => ({
  ...config,
  photoGridCols: String(config.photoGridCols),
  photoItemsLoad: String(config.photoItemsLoad),
})

/** The draft with the default in each empty number field, so that what is saved is what is shown. */
export function filledIn(draft: Draft): Draft {
  const filled = (key: NumberKey) =>
    draft[key].trim() === '' ? String(formDefaults[key]) : draft[key]
  return {
    ...draft,
    photoGridCols: filled('photoGridCols'),
    photoItemsLoad: filled('photoItemsLoad'),
  }
}

/** NaN if the text is not a number. */
const numberOf = (draft: Draft, key: NumberKey): number => Number(filledIn(draft)[key])

export function isInRange(draft: Draft, key: NumberKey): boolean {
  const number = numberOf(draft, key)
  return Number.isInteger(number) && number >= 1 && number <= maximum[key]
}

export const configOf = (draft: Draft): UxConfig => ({
  ...draft,
  photoGridCols: numberOf(draft, 'photoGridCols'),
  photoItemsLoad: numberOf(draft, 'photoItemsLoad'),
})

/** Whether saving the draft would change anything. */
export function isChanged(draft: Draft, saved: UxConfig): boolean {
  const config = configOf(draft)
  return (Object.keys(saved) as (keyof UxConfig)[]).some((key) => config[key] !== saved[key])
}

/** The config for the preview, with `known` values in place of invalid numbers. */
export const shownConfigOf = (draft: Draft, known: UxConfig): UxConfig => ({
  ...configOf(draft),
  ...(!isInRange(draft, 'photoGridCols') && { photoGridCols: known.photoGridCols }),
  ...(!isInRange(draft, 'photoItemsLoad') && { photoItemsLoad: known.photoItemsLoad }),
})
