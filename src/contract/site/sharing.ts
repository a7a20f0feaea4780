import { z } from 'zod'
import { schema } from '../schema.ts'
import { licenceIds } from './licences.ts'

/** What others may do with the gallery, apart from looking at it. */
export const Sharing = schema(() =>
  z
    .object({
      allowSearchEngines: z.boolean().describe('whether search engines may list the gallery'),
      keepAiOut: z
        .boolean()
        .describe(
          'whether crawlers for AI are refused and photos are marked as not for AI training',
        ),
      licence: z
        .enum(licenceIds)
        .describe('for photos without terms of their own in their metadata'),
    })
    .meta({ ref: 'Sharing' }),
)
export type Sharing = z.infer<ReturnType<typeof Sharing>>

/** Absent keys stay unchanged. */
export const SharingChange = schema(() => Sharing().partial())
export type SharingChange = z.infer<ReturnType<typeof SharingChange>>
