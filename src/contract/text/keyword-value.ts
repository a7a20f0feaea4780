/** The form of a keyword for comparisons and in addresses. */
export const keywordValue = (keyword: string): string =>
  keyword.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
