export const resultsTexts = { nothingFound: 'No photos found' } as const
