import { z } from 'zod'
import { wholeNumber } from '../envelope.ts'
import { schema } from '../schema.ts'
import { fileFields } from './file-fields.ts'
import { Photo } from './photos.ts'

export const ReadAgainSelection = schema(() =>
  z
    .object({
      ids: z.array(z.uuid()).min(1).max(20_000).optional(),
      all: z.literal(true).optional().describe('every photo of the gallery, instead of ids'),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      path: ['ids'],
      message: 'must be given, or all, but not both',
    }),
)
export type ReadAgainSelection = z.infer<ReturnType<typeof ReadAgainSelection>>

const value = schema(() => z.union([z.string(), z.array(z.string()), z.number()]).nullable())

const FieldChange = schema(() =>
  z
    .object({ field: z.enum(fileFields), before: value(), after: value() })
    .meta({ ref: 'FieldChange' }),
)
export type FieldChange = z.infer<ReturnType<typeof FieldChange>>

/** What reading one photo's file again has changed. */
export const ReadPhoto = schema(() =>
  z.object({ photo: Photo(), changes: z.array(FieldChange()) }).meta({ ref: 'ReadPhoto' }),
)
export type ReadPhoto = z.infer<ReturnType<typeof ReadPhoto>>

const states = ['reading', 'read', 'applying', 'applied', 'cancelled', 'failed'] as const

/** Files of several photos being read again. Nothing is changed before it is applied. */
export const Reading = schema(() =>
  z
    .object({
      id: z.uuid(),
      state: z.enum(states),
      total: z.number().int().describe('number of photos'),
      done: z.number().int().describe('how many files have been read'),
      changed: z.number().int().describe('how many photos would change, or have to be changed'),
      applied: z.number().int().describe('how many of these have been changed'),
      unreadable: z.number().int(),
      failures: z
        .array(z.object({ photoId: z.uuid(), name: z.string(), reason: z.string() }))
        .describe('the first files that could not be read'),
      error: z.string().nullable().describe('why it failed'),
    })
    .meta({ ref: 'Reading' }),
)
export type Reading = z.infer<ReturnType<typeof Reading>>

export const ReadingPageQuery = schema(() =>
  z.object({
    limit: wholeNumber().pipe(z.int().min(1).max(200)).default(50),
    offset: wholeNumber().default(0),
  }),
)

/** A page of the photos that would change. */
export const ReadingChanges = schema(() =>
  z
    .object({
      total: z.number().int(),
      offset: z.number().int(),
      photos: z.array(
        z.object({
          photo: Photo().pick({ id: true, fileName: true, title: true, sourceName: true }),
          changes: z.array(FieldChange()),
        }),
      ),
    })
    .meta({ ref: 'ReadingChanges' }),
)
export type ReadingChanges = z.infer<ReturnType<typeof ReadingChanges>>
