import { z } from 'zod'
import { Photo } from '../photos/photos.ts'
import { schema } from '../schema.ts'
import { FacetValue } from '../search/facets.ts'

/** The charts on the page of a camera or lens, in the order shown. */
export const chartKeys = ['focal', 'f', 'exposure', 'iso', 'hour'] as const
export type ChartKey = (typeof chartKeys)[number]

/** What is needed to show a photo as a thumbnail, with its name and date. */
export const PhotoCard = schema(() =>
  Photo()
    .pick({
      id: true,
      fileName: true,
      title: true,
      alt: true,
      originalDate: true,
      cameraName: true,
      thumbhash: true,
    })
    .meta({ ref: 'PhotoCard' }),
)
export type PhotoCard = z.infer<ReturnType<typeof PhotoCard>>

export const Chart = schema(() =>
  z
    .object({
      key: z.enum(chartKeys),
      bars: z
        .array(FacetValue())
        .describe('in the order of their numbers, without gaps: a count may be 0'),
    })
    .meta({ ref: 'Chart' }),
)
export type Chart = z.infer<ReturnType<typeof Chart>>

/** What was taken with a camera or lens, of the photos that the viewer may list. */
export const Evidence = schema(() =>
  z
    .object({
      photoCount: z.number().int(),
      charts: z.array(Chart()).describe('only those with at least one photo'),
      first: PhotoCard().nullable().describe('by original date'),
      last: PhotoCard().nullable(),
      mostLiked: PhotoCard()
        .extend({ likes: z.number().int() })
        .nullable()
        .describe('of equally liked photos, the one taken last'),
      cameras: z.array(FacetValue()).describe('for a lens: the cameras it was used on'),
      lenses: z.array(FacetValue()).describe('for a camera: its lenses'),
    })
    .meta({ ref: 'Evidence' }),
)
export type Evidence = z.infer<ReturnType<typeof Evidence>>
