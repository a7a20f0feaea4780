import { z } from 'zod'
import { schema } from '../schema.ts'

const text = schema(() => z.string().nullable())

/** The fields that were edited here, each with what the file says. */
export const EditedHere = schema(() =>
  z
    .object({
      title: z.string(),
      description: z.string(),
      keywords: z.array(z.string()),
      alt: text(),
      creator: text(),
      copyright: text(),
      rating: z.number().int().nullable(),
    })
    .partial()
    .meta({ ref: 'EditedHere' }),
)
export type EditedHere = z.infer<ReturnType<typeof EditedHere>>
