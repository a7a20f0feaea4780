export const texts = {
  suggestions: 'Suggestions',
  found: (count: number) =>
    count === 0 ? 'No suggestions' : count === 1 ? '1 suggestion' : `${count} suggestions`,
} as const
