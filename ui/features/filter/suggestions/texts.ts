export const texts = {
  suggestions: 'Suggestions',
  found: (count: number) => {
    if (count === 0) return 'No suggestions'
    return count === 1 ? '1 suggestion' : `${count} suggestions`
  },
} as const
