import { fieldLimits } from './file-fields.ts'

/** What one request can change at most; lengths in UTF-16 units. */
export const batchLimits = {
  photos: 1000,
  keywords: 20,
  keyword: 100,
  keywordsOfPhoto: 100,
  creator: fieldLimits.creator,
  copyright: fieldLimits.copyright,
} as const
