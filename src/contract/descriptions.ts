const comparable = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** A description to show beside its title: '' if it only repeats the title. */
export const descriptionBeside = (title: string, description: string): string =>
  comparable(title) === comparable(description) ? '' : description
