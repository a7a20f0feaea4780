import { z } from 'zod'
import { schema } from '../schema.ts'

/** The current name of someone who likes a photo. */
export const Like = schema(() =>
  z
    .object({
      name: z.string(),
      isOwner: z.boolean().describe('whether it is the owner’s'),
    })
    .meta({ ref: 'Like' }),
)
export type Like = z.infer<ReturnType<typeof Like>>

export const Liked = schema(() => z.object({ like: z.boolean() }))
