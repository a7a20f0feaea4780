import { z } from 'zod'

/** The current name of someone who likes a photo. */
export const Like = z
  .object({
    name: z.string(),
    isOwner: z.boolean().describe('whether it is the owner’s'),
  })
  .meta({ ref: 'Like' })
export type Like = z.infer<typeof Like>

export const Liked = z.object({ like: z.boolean() })
