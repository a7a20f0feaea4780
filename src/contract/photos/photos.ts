import { z } from 'zod'
import { line, paragraph, wholeNumber } from '../envelope.ts'
import { fieldLimits, limits } from '../limits.ts'
import { Place } from '../places/places.ts'
import { schema } from '../schema.ts'
import { Facets } from '../search/facets.ts'
import { FilterNames } from '../search/filter-names.ts'
import { EditedHere } from './edited-here.ts'
import { photoSources } from './photo-sources.ts'

/** More than any side of a rotated JPEG, whose own sides are at most 65,535 pixels. */
const maxSide = 100_000
const place = schema(() => z.number().int().min(0).max(maxSide))
const length = schema(() => z.number().int().min(1).max(maxSide))

/** Clockwise rotation in degrees, then the crop in pixels on the rotated canvas. */
export const Edit = schema(() =>
  z
    .object({
      rotation: z.number().int().min(0).max(359).describe('degrees clockwise, before the crop'),
      x: place().describe('pixels on the rotated canvas'),
      y: place(),
      width: length(),
      height: length(),
    })
    .meta({ ref: 'Edit' }),
)
export type Edit = z.infer<ReturnType<typeof Edit>>

const queryNumber = schema(() => wholeNumber(6))
const crop = ['x', 'y', 'width', 'height'] as const

export const EditPreviewQuery = schema(() =>
  z
    .object({
      rotation: queryNumber().pipe(Edit().shape.rotation).default(0).describe('degrees clockwise'),
      x: queryNumber().pipe(place()).optional().describe('pixels on the rotated canvas'),
      y: queryNumber().pipe(place()).optional(),
      width: queryNumber().pipe(length()).optional(),
      height: queryNumber().pipe(length()).optional(),
    })
    .refine((query) => new Set(crop.map((key) => query[key] === undefined)).size === 1, {
      path: ['x'],
      message: 'x, y, width and height must be given together',
    }),
)
export type EditPreviewQuery = z.infer<ReturnType<typeof EditPreviewQuery>>

/** Optional fields except the place are sent to the owner only. */
export const Photo = schema(() =>
  z
    .object({
      id: z.uuid(),
      fileName: z.string(),
      width: z.number().int().describe('displayed width, after rotation and crop'),
      height: z.number().int(),
      title: z.string(),
      description: z.string(),
      keywords: z.array(z.string()),
      uploadDate: z.iso.datetime(),
      originalDate: z.string().nullable().describe('camera time, with or without UTC offset'),
      cameraMake: z.string().nullable(),
      cameraModel: z.string().nullable(),
      lensMake: z.string().nullable(),
      lensModel: z.string().nullable(),
      cameraName: z.string().nullable().describe('maker and model as people name them'),
      lensName: z.string().nullable(),
      focalLength: z.number().nullable().describe('millimetres'),
      focalLength35: z.number().nullable(),
      fNumber: z.number().nullable(),
      iso: z.number().int().nullable(),
      exposure: z.string().nullable().describe("seconds, as written by the camera: '1/250', '2.5'"),
      rating: z.number().int().nullable(),
      creator: z.string().nullable(),
      copyright: z.string().nullable(),
      alt: z.string().nullable(),
      rights: z
        .object({
          credit: z.string().nullable(),
          usageTerms: z.string().nullable(),
          webStatement: z.string().nullable().describe('where the terms can be read'),
          licensorUrl: z.string().nullable().describe('where a licence can be acquired'),
        })
        .nullable()
        .describe('of the file’s own metadata; null if it names none'),
      thumbhash: z.base64(),
      place: Place().optional().describe('where it was taken, if the owner shows it'),
      md5: z.string().optional().describe('this and all fields below: owner only'),
      source: z.enum(photoSources).optional(),
      sourceName: z.string().optional(),
      gps: z
        .object({ latitude: z.number(), longitude: z.number(), altitude: z.number().nullable() })
        .optional(),
      isPublic: z.boolean().optional().describe('whether it is in the photostream album'),
      visibleIn: z.array(z.uuid()).optional().describe('other public albums that contain it'),
      fullWidth: z.number().int().optional().describe('width before rotation and crop'),
      fullHeight: z.number().int().optional(),
      edit: Edit().nullable().optional(),
      edited: EditedHere()
        .nullable()
        .optional()
        .describe('what the file says of the fields edited here; null until it is read again'),
      hiddenKeywords: z
        .array(z.string())
        .optional()
        .describe('those of its keywords that visitors do not see'),
      warning: z.string().optional().describe('decoder warnings'),
    })
    .meta({ ref: 'Photo' }),
)
export type Photo = z.infer<ReturnType<typeof Photo>>

/** The response to an upload. */
export const UploadedPhoto = schema(() =>
  Photo()
    .extend({
      isRestored: z
        .literal(true)
        .optional()
        .describe('the photo was there, but its original was missing or damaged'),
      hasLostCrop: z
        .boolean()
        .optional()
        .describe('only if the file is a new version of this photo: whether its crop did not fit'),
      wasInTrash: z
        .literal(true)
        .optional()
        .describe(
          'the photo was in the trash, and was restored with everything that belonged to it',
        ),
    })
    .meta({ ref: 'UploadedPhoto' }),
)
export type UploadedPhoto = z.infer<ReturnType<typeof UploadedPhoto>>

export const PhotoList = schema(() =>
  z
    .object({
      length: z.number().int().describe('number of photos on this page'),
      total: z.number().int().describe('number of photos in the whole list'),
      offset: z.number().int().describe('number of photos before this page'),
      photos: z.array(Photo()),
      filter: z
        .string()
        .optional()
        .describe('what the list is filtered by, for people, if by more than words and model'),
      names: FilterNames()
        .optional()
        .describe('what the filter’s ids stand for, if the caller can see a photo with that name'),
      facets: Facets().optional(),
    })
    .meta({ ref: 'PhotoList' }),
)
export type PhotoList = Omit<z.infer<ReturnType<typeof PhotoList>>, 'facets'> & { facets?: Facets }

/** An empty text counts as none. */
const optionalLine = (max: number) =>
  line(max)
    .nullable()
    .transform((text) => text || null)
    .optional()

export const PhotoChange = schema(() =>
  z.object({
    id: z.uuid(),
    title: line(limits.photoTitle).optional(),
    description: paragraph(limits.photoDescription).optional(),
    keywords: z
      .array(line(100))
      .max(100)
      .transform((words) => [...new Set(words.filter((word) => word !== ''))])
      .optional(),
    alt: optionalLine(fieldLimits.alt),
    creator: optionalLine(fieldLimits.creator),
    copyright: optionalLine(fieldLimits.copyright),
    rating: z.int().min(1).max(fieldLimits.stars).nullable().optional(),
  }),
)
export type PhotoChange = z.infer<ReturnType<typeof PhotoChange>>

export const PhotoAlbums = schema(() => z.object({ albumIds: z.array(z.uuid()).max(2000) }))

/** removeFiles false moves the original to removed/ in the data folder. */
export const PhotoRemoval = schema(() => z.object({ removeFiles: z.boolean().optional() }))
/** The body prevents stray requests; if `count` is not the present number, nothing is deleted. */
export const AllPhotosRemoval = schema(() =>
  z.object({
    removeFiles: z.boolean(),
    count: z.int().nonnegative().optional(),
  }),
)
