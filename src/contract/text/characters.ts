/** Roughly as a person would count: code points, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length
