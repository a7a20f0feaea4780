/** The form in which keywords are compared, and which stands for one in addresses. */
export const keywordValue = (keyword: string): string =>
  keyword.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
