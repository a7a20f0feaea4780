/** What one request can change at most; lengths in UTF-16 units. */
export const batchLimits = {
  photos: 1000,
  keywords: 20,
  keyword: 100,
  keywordsOfPhoto: 100,
  creator: 200,
  copyright: 2000,
} as const
