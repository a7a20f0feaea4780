import { searchTexts } from '../../../src/contract/home-texts.ts'
import { barTexts } from '../../../src/contract/navigation.ts'

export const texts = {
  ...searchTexts,
  label: barTexts.search,
  placeholder: barTexts.searchPlaceholder,
} as const
