import { z } from 'zod'

/** One who likes a photo, by the name they go by now. */
export const Like = z
  .object({
    name: z.string(),
    isOwner: z.boolean().describe("whether it is the owner's"),
  })
  .meta({ ref: 'Like' })
export type Like = z.infer<typeof Like>

/** Whether the caller likes a photo. */
export const Liked = z.object({ like: z.boolean() })
