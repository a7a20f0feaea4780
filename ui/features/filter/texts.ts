export const texts = {
  chips: 'Filter',
  remove: (label: string) => `Remove ${label}`,
} as const
