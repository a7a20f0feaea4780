import { z } from 'zod'
import { schema } from '../schema.ts'
import { skipReasons } from './system-names.ts'

const count = schema(() => z.number().int().min(1))

/** See {@link Omissions}. */
export const OmissionsSchema = schema(() =>
  z
    .object({
      types: z
        .array(
          z.object({
            type: z.string().describe('file extension, such as .heic; empty for none'),
            count: count(),
          }),
        )
        .describe('files that are no JPEGs, the most frequent type first'),
      skipped: z
        .array(z.object({ name: z.string(), reason: z.enum(skipReasons), count: count() }))
        .describe('folders and hidden pictures that are always skipped, by name'),
    })
    .meta({ ref: 'Omissions' }),
)
