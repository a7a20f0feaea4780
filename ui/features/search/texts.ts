import { barTexts } from '../../../src/contract/site/navigation.ts'
import { searchTexts } from '../../kit/home-texts.ts'

export const texts = {
  ...searchTexts,
  label: barTexts.search,
  placeholder: barTexts.searchPlaceholder,
} as const
