import { z } from 'zod'
import { line, paragraph } from '../envelope.ts'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'
import { albumOrders } from './album-orders.ts'
import { AlbumRule, OptionalAlbumRule } from './album-rule.ts'

const orders = schema(() => z.literal(Object.values(albumOrders)))

export const Album = schema(() =>
  z
    .object({
      id: z.uuid(),
      name: z.string(),
      description: z.string(),
      coverPic: z
        .string()
        .describe(
          "an image address, or ''; the first photo that the caller may see if the cover is hidden from them",
        ),
      orderBy: orders().describe('0 as added, 1 by upload date, 2 by original date, 3 manual'),
      hasPlaces: z
        .literal(true)
        .optional()
        .describe('of a single album: whether a photo has a place to show'),
      photoCount: z.number().int(),
      downloadable: z.boolean().describe('whether visitors can download it as a zip file'),
      code: z.string().optional().describe('owner only'),
      rule: z
        .string()
        .optional()
        .describe("owner only: the query of the filter that fills the album, or ''"),
      hasNewCover: z
        .literal(true)
        .optional()
        .describe('owner only: an upgrade gave it a cover, which the owner has not confirmed'),
      photos: z.array(z.uuid()).optional().describe('in album order; only for a single album'),
    })
    .meta({ ref: 'Album' }),
)
export type Album = z.infer<ReturnType<typeof Album>>

export const AlbumQuery = schema(() =>
  z.object({
    photos: z.enum(['true', 'false']).optional().describe("'false' omits the photo IDs"),
  }),
)

const rule = schema(() =>
  OptionalAlbumRule().describe(
    "fills the album with the photos that match this filter, such as `rating=4..&year=2024`; '' does not",
  ),
)

export const NewAlbum = schema(() =>
  z.object({
    name: line(limits.albumName).refine((name) => name !== '', 'is required'),
    description: paragraph(limits.albumDescription).default(''),
    coverPic: line(limits.pictureAddress).default(''),
    code: line(limits.albumCode).default(''),
    orderBy: orders().default(albumOrders.none),
    rule: rule().default(''),
  }),
)
export type NewAlbum = z.infer<ReturnType<typeof NewAlbum>>
export type NewAlbumInput = z.input<ReturnType<typeof NewAlbum>>

/**
 * Absent keys stay unchanged. A code of '' makes the album public; a rule of '' keeps the photos and
 * lets the owner choose them again.
 */
export const AlbumChange = schema(() =>
  z.object({
    name: NewAlbum().shape.name.optional(),
    description: paragraph(limits.albumDescription).optional(),
    coverPic: line(limits.pictureAddress)
      .optional()
      .describe("'' removes the cover, and photos added later do not become the cover"),
    code: line(limits.albumCode).optional(),
    downloadable: z.boolean().optional(),
    orderBy: orders().optional(),
    rule: rule().optional(),
  }),
)
export type AlbumChange = z.infer<ReturnType<typeof AlbumChange>>

export const NewCovers = schema(() =>
  z.object({ areKept: z.boolean().describe('false removes them again') }),
)

/** Every photo of the album exactly once, in the new order. */
export const AlbumOrdering = schema(() => z.object({ photos: z.array(z.uuid()).max(20_000) }))

export const PhotoIds = schema(() => z.object({ photoIds: z.array(z.uuid()).max(20_000) }))

export const ItemCount = schema(() => z.object({ numItems: z.number().int() }))

export const RulePreviewQuery = schema(() =>
  z.object({
    rule: AlbumRule().describe('a filter as a query, such as `rating=4..&year=2024`'),
  }),
)

/** `notPublic`: how many of the matching photos anonymous visitors cannot see now. */
export const RulePreview = schema(() =>
  z.object({ total: z.number().int(), notPublic: z.number().int() }).meta({ ref: 'RulePreview' }),
)
export type RulePreview = z.infer<ReturnType<typeof RulePreview>>
