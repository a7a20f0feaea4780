import { z } from 'zod'
import { described, line, paragraph } from './envelope.ts'
import { albumOrders, limits } from './vocabulary.ts'

const orders = z.literal(Object.values(albumOrders))

export const Album = described(() =>
  z
    .object({
      id: z.uuid(),
      name: z.string(),
      description: z.string(),
      coverPic: z.string().describe("an image address, or ''"),
      orderBy: orders.describe('0 as added, 1 by upload date, 2 by original date, 3 manual'),
      hasPlaces: z
        .literal(true)
        .optional()
        .describe('of a single album: whether a photo has a place to show'),
      photoCount: z.number().int(),
      code: z.string().optional().describe('owner only'),
      photos: z.array(z.uuid()).optional().describe('in album order; only for a single album'),
    })
    .meta({ ref: 'Album' }),
)
export type Album = z.infer<ReturnType<typeof Album>>

export const AlbumQuery = z.object({
  photos: z.enum(['true', 'false']).optional().describe("'false' omits the photo IDs"),
})

export const NewAlbum = z.object({
  name: line(limits.albumName).refine((name) => name !== '', 'is required'),
  description: paragraph(limits.albumDescription).default(''),
  coverPic: line(limits.pictureAddress).default(''),
})
export type NewAlbum = z.infer<typeof NewAlbum>

/** Absent keys stay unchanged; a code of '' makes the album public. */
export const AlbumChange = z.object({
  name: NewAlbum.shape.name.optional(),
  description: paragraph(limits.albumDescription).optional(),
  coverPic: line(limits.pictureAddress).optional(),
  code: line(limits.albumCode).optional(),
  orderBy: orders.optional(),
})
export type AlbumChange = z.infer<typeof AlbumChange>

/** Every photo of the album exactly once, in the new order. */
export const AlbumOrdering = z.object({ photos: z.array(z.uuid()).max(20_000) })

export const PhotoIds = z.object({ photoIds: z.array(z.uuid()).max(20_000) })

export const ItemCount = z.object({ numItems: z.number().int() })
