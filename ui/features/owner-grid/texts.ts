export const texts = {
  recentlyAdded: 'Recently added',
  upload: 'Upload',
} as const
