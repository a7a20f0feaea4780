import type { Photo } from '../../contract/photos/photos.ts'

/** The columns sent to everyone, by the field of the API that they become. */
export const visitorColumns = {
  id: 'id',
  fileName: 'file_name',
  width: 'width',
  height: 'height',
  title: 'title',
  description: 'description',
  cameraMake: 'camera_make',
  cameraModel: 'camera_model',
  lensMake: 'lens_make',
  lensModel: 'lens_model',
  focalLength: 'focal_length',
  focalLength35: 'focal_length_35',
  fNumber: 'f_number',
  iso: 'iso',
  exposure: 'exposure',
  rating: 'rating',
  creator: 'creator',
  copyright: 'copyright',
  alt: 'alt',
} as const satisfies Partial<Record<keyof Photo, string>>
export type VisitorColumns = typeof visitorColumns

/** Those sent to the owner too. */
export const ownerColumns = {
  md5: 'md5',
  source: 'source',
  sourceName: 'source_name',
  fullWidth: 'full_width',
  fullHeight: 'full_height',
} as const satisfies Partial<Record<keyof Photo, string>>
export type OwnerColumns = typeof ownerColumns
