import { grouped } from '../../src/contract/text/counts.ts'
import { homeTexts, photoCounts } from '../kit/home-texts.ts'

export const texts = {
  ...homeTexts,
  photoCounts,
  morePhotos: 'More photos',
  shown: (shown: number, total: number) => `${grouped(shown)} of ${grouped(total)} photos`,
  loadFailed: (reason: string) => `Could not load more photos: ${reason}`,
  retry: 'Try again',
  listTools: 'Tools for these photos',
} as const
