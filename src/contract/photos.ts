import { z } from 'zod'
import { line, PageQuery, paragraph } from './envelope.ts'
import { photoSources } from './vocabulary.ts'

/** How the owner turned and cropped a photo: degrees clockwise, then pixels of the turned canvas. */
export const Edit = z.object({
  rotation: z.number().min(0).max(359),
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})
export type Edit = z.infer<typeof Edit>

/** A photo as a caller sees it; everything optional is sent to the owner alone. */
export const Photo = z.object({
  id: z.uuid(),
  fileName: z.string(),
  /** Upright pixels of what the image addresses show. */
  width: z.number().int(),
  height: z.number().int(),
  title: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  uploadDate: z.iso.datetime(),
  /** The camera's clock, with the file's offset or with none; null when the file has no date. */
  originalDate: z.string().nullable(),
  cameraMake: z.string().nullable(),
  cameraModel: z.string().nullable(),
  lensMake: z.string().nullable(),
  lensModel: z.string().nullable(),
  /** Millimetres. */
  focalLength: z.number().nullable(),
  focalLength35: z.number().nullable(),
  fNumber: z.number().nullable(),
  iso: z.number().int().nullable(),
  /** Exposure time in seconds as the camera wrote it: '1/250', '2.5'. */
  exposure: z.string().nullable(),
  rating: z.number().int().nullable(),
  creator: z.string().nullable(),
  copyright: z.string().nullable(),
  alt: z.string().nullable(),
  thumbhash: z.base64(),
  md5: z.string().optional(),
  source: z.enum(photoSources).optional(),
  sourceName: z.string().optional(),
  gps: z
    .object({ latitude: z.number(), longitude: z.number(), altitude: z.number().nullable() })
    .optional(),
  /** In the photostream album. */
  isPublic: z.boolean().optional(),
  /** The other albums without a code that show it. */
  visibleIn: z.array(z.uuid()).optional(),
  fullWidth: z.number().int().optional(),
  fullHeight: z.number().int().optional(),
  edit: Edit.nullable().optional(),
  /** What the decoder said of a photo that decodes with warnings. */
  warning: z.string().optional(),
})
export type Photo = z.infer<typeof Photo>

export const PhotoList = z.object({
  /** Photos in this answer. */
  length: z.number().int(),
  /** Photos in the whole list. */
  total: z.number().int(),
  offset: z.number().int(),
  photos: z.array(Photo),
})
export type PhotoList = z.infer<typeof PhotoList>

export const PhotoListQuery = PageQuery

/** Photos of one camera model, as the photo's EXIF names it. */
export const PhotoSearchQuery = PageQuery.safeExtend({ cameraModel: z.string().min(1).max(200) })

/** The owner's change of a photo's texts; an absent key stays as it is. */
export const PhotoChange = z.object({
  id: z.uuid(),
  title: line(500).optional(),
  description: paragraph(5000).optional(),
  keywords: z
    .array(line(100))
    .max(100)
    .transform((words) => [...new Set(words.filter((word) => word !== ''))])
    .optional(),
})
export type PhotoChange = z.infer<typeof PhotoChange>

/** removeFiles false keeps the original under the data folder's removed/. */
export const PhotoRemoval = z.object({ removeFiles: z.boolean().optional() })
/** Deleting everything needs the body, so that a stray request cannot do it. */
export const AllPhotosRemoval = z.object({ removeFiles: z.boolean() })

/** `code` proves an album; `w` is a width of the variant's ladder. */
export const ImageQuery = z.object({ w: z.string().optional() })
