import { z } from 'zod'
import { wholeNumber } from '../envelope.ts'
import { schema } from '../schema.ts'

export const TrashedPhoto = schema(() =>
  z
    .object({
      id: z.uuid(),
      title: z.string(),
      sourceName: z.string().describe('the name of its file'),
      thumbhash: z.string().describe('base64'),
      bytes: z.number().int().describe('of its originals'),
      trashedAt: z.iso.datetime(),
      deletedAt: z.iso.datetime().describe('when it will be deleted for good'),
      albums: z.array(z.string()).describe('the names of those that it returns to'),
      likes: z.number().int(),
      comments: z.number().int(),
    })
    .meta({ ref: 'TrashedPhoto' }),
)
export type TrashedPhoto = z.infer<ReturnType<typeof TrashedPhoto>>

export const TrashList = schema(() =>
  z
    .object({
      length: z.number().int().describe('number of photos on this page'),
      total: z.number().int().describe('number of photos in the trash'),
      offset: z.number().int().describe('number of photos before this page'),
      bytes: z.number().int().describe('of the originals of all photos in the trash'),
      photos: z.array(TrashedPhoto()).describe('those deleted last first'),
    })
    .meta({ ref: 'TrashList' }),
)
export type TrashList = z.infer<ReturnType<typeof TrashList>>

export const TrashQuery = schema(() =>
  z.object({
    limit: wholeNumber()
      .refine((limit) => limit >= 1 && limit <= 500, 'must be from 1 to 500')
      .default(100)
      .describe('number of photos'),
    offset: wholeNumber().default(0).describe('number of photos before this page'),
  }),
)
export type TrashQuery = z.infer<ReturnType<typeof TrashQuery>>

/** Photos that are not in the trash are ignored. */
export const TrashIds = schema(() => z.object({ ids: z.array(z.uuid()).max(20_000) }))
