/** How many characters a person would count, nearly: code points, where `length` is UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length
