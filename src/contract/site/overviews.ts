import { z } from 'zod'
import { schema } from '../schema.ts'
import { FacetValue } from '../search/facets.ts'
import { Evidence, PhotoCard } from './evidence.ts'

/** A lens by the name that people use; its id is made from that name. */
const Lens = schema(() =>
  z
    .object({
      id: z.string(),
      name: z.string(),
      photoCount: z.number().int().describe('number of photos that the viewer can list'),
    })
    .meta({ ref: 'Lens' }),
)

export const LensInList = schema(() =>
  Lens()
    .extend({ latest: PhotoCard().nullable().describe('the first of its photos in the list') })
    .meta({ ref: 'LensInList' }),
)
export type LensInList = z.infer<ReturnType<typeof LensInList>>

export const LensPage = schema(() =>
  Lens().extend({ evidence: Evidence() }).meta({ ref: 'LensPage' }),
)
export type LensPage = z.infer<ReturnType<typeof LensPage>>

/** Lists of lenses and keywords have at most this many, those with the most photos. */
export const maxListed = 1000

export const Keywords = schema(() =>
  z
    .object({
      total: z.number().int().describe('number of all keywords'),
      keywords: z
        .array(FacetValue())
        .describe(`alphabetical; of more than ${maxListed}, those with the most photos`),
    })
    .meta({ ref: 'Keywords' }),
)
export type Keywords = z.infer<ReturnType<typeof Keywords>>

/** Photos and related keywords that a keyword's page shows. */
export const keywordPhotos = 24
export const relatedKeywords = 24

export const KeywordPage = schema(() =>
  FacetValue()
    .extend({
      photos: z.array(PhotoCard()).describe(`the first ${keywordPhotos}`),
      related: z.array(FacetValue()).describe('keywords of the same photos, most frequent first'),
    })
    .meta({ ref: 'KeywordPage' }),
)
export type KeywordPage = z.infer<ReturnType<typeof KeywordPage>>

/** Thumbnails of each year in the archive. */
export const photosOfYear = 4

export const ArchiveYear = schema(() =>
  z
    .object({
      year: z.number().int(),
      photoCount: z.number().int(),
      months: z.array(z.number().int()).describe('number of photos, January to December'),
      photos: z.array(PhotoCard()).describe(`up to ${photosOfYear} of the year’s photos`),
    })
    .meta({ ref: 'ArchiveYear' }),
)
export type ArchiveYear = z.infer<ReturnType<typeof ArchiveYear>>

export const Archive = schema(() =>
  z
    .object({
      photoCount: z.number().int(),
      undated: z.number().int().describe('photos without a date'),
      years: z.array(ArchiveYear()).describe('newest first'),
    })
    .meta({ ref: 'Archive' }),
)
export type Archive = z.infer<ReturnType<typeof Archive>>
