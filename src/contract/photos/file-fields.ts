/** Fields that come from a photo's file unless they were edited here. */
export const fileFields = [
  'title',
  'description',
  'keywords',
  'alt',
  'creator',
  'copyright',
  'rating',
] as const
export type FileField = (typeof fileFields)[number]

/** In UTF-16 units; no smaller than what is read from files, see src/images/metadata.ts. */
export const fieldLimits = { alt: 2000, creator: 200, copyright: 2000, stars: 5 } as const
