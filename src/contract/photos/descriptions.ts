/** Without punctuation, unless there is nothing else. */
function comparable(text: string): string {
  const words = text
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return words || text.replace(/\s+/g, ' ').trim()
}

/**
 * A description to show beside its title: '' if it only repeats the title, perhaps with other
 * punctuation.
 */
export const descriptionBeside = (title: string, description: string): string =>
  comparable(title) === comparable(description) ? '' : description
