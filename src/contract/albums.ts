import { z } from 'zod'
import { line, paragraph } from './envelope.ts'

export const Album = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  coverPic: z.string(),
  orderBy: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  photoCount: z.number().int(),
  /** The owner's alone. */
  code: z.string().optional(),
  /** In album order; only in the answer for one album. */
  photos: z.array(z.uuid()).optional(),
})
export type Album = z.infer<typeof Album>

export const NewAlbum = z.object({
  name: line(120).refine((name) => name !== '', 'is needed'),
  description: paragraph(2000).default(''),
  coverPic: line(2000).default(''),
})
export type NewAlbum = z.infer<typeof NewAlbum>

export const PhotoIds = z.object({ photoIds: z.array(z.uuid()).max(20_000) })

/** How many photos a call really added or removed. */
export const ItemCount = z.object({ numItems: z.number().int() })
