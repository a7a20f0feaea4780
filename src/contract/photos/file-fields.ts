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
