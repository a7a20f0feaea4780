import { z } from 'zod'
import { photoSources } from '../photos/photo-sources.ts'
import { Edit } from '../photos/photos.ts'
import { placeAudiences } from '../places/place-audiences.ts'
import { HomeZone } from '../places/places.ts'
import { schema } from '../schema.ts'

/*
 * The format of `vitrine export`, which `vitrine import` reads. A change that an older version would
 * misread needs a new number.
 */
export const exportFormat = 1

/** Written last: an export without it is unfinished. */
export const exportInfoName = 'vitrine.json'

/** Arrays with one element a line, so that they can be read in parts. */
export const exportFiles = {
  photos: 'data/photos.json',
  albums: 'data/albums.json',
  guests: 'data/guests.json',
  comments: 'data/comments.json',
  likes: 'data/likes.json',
} as const

const time = schema(() => z.iso.datetime())

/** A cover or profile picture: an address, or a photo and the folder of its picture. */
const picture = schema(() =>
  z.union([
    z.object({ photo: z.string(), folder: z.string() }),
    z.object({ address: z.string() }),
    z.null(),
  ]),
)

export const ExportInfo = schema(() =>
  z.object({
    format: z.literal(exportFormat),
    program: z.literal('Vitrine'),
    version: z.string(),
    gallery: z.string().describe('the random id of the gallery'),
    exportedAt: time(),
    counts: z.record(z.string(), z.number()),
    owner: z.object({ name: z.string(), bio: z.string(), picture: picture() }),
    settings: z.object({
      display: z.record(z.string(), z.unknown()),
      sharing: z.record(z.string(), z.unknown()),
      places: z.object({ whoSees: z.enum(placeAudiences), homeZones: z.array(HomeZone()) }),
      rules: z.array(z.unknown()),
    }),
    pages: z.array(z.string()).describe('the names of Markdown files in pages/'),
  }),
)
export type ExportInfo = z.infer<ReturnType<typeof ExportInfo>>

const nullableText = schema(() => z.string().nullable())

export const ExportedPhoto = schema(() =>
  z.object({
    id: z.string(),
    file: nullableText().describe('its path in the export; null if the original was missing'),
    links: z.array(z.string()).describe('the same file in the folders of its other albums'),
    md5: z.string(),
    bytes: z.number(),
    fileName: z.string(),
    source: z.enum(photoSources),
    sourceDate: nullableText(),
    sourceFolder: nullableText(),
    addedAt: time(),
    takenAt: nullableText().describe('the camera’s clock, with or without an offset'),
    place: z
      .object({ latitude: z.number(), longitude: z.number(), altitude: z.number().nullable() })
      .nullable(),
    title: z.string(),
    description: z.string(),
    keywords: z.array(z.string()),
    alt: nullableText(),
    rating: z.number().nullable(),
    creator: nullableText(),
    copyright: nullableText(),
    edit: Edit().nullable(),
  }),
)
export type ExportedPhoto = z.infer<ReturnType<typeof ExportedPhoto>>

/** In the order of their numbers in the database. */
export const exportedOrders = ['added', 'uploaded', 'taken', 'manual'] as const

export const ExportedAlbum = schema(() =>
  z.object({
    name: z.string(),
    description: z.string(),
    folder: z.string(),
    visibility: z.enum(['public', 'code']).describe('the code itself is not exported'),
    isPhotostream: z.boolean(),
    isDownloadable: z.boolean(),
    orderBy: z.enum(exportedOrders),
    filter: z.string().describe('that fills the album, or empty'),
    cover: picture(),
    keepsNoCover: z.boolean(),
    photos: z
      .array(z.object({ id: z.string(), addedAt: z.number().nullable(), isByHand: z.boolean() }))
      .describe('in the order in which they were added'),
    order: z.array(z.string()).nullable().describe('of a manual order'),
  }),
)
export type ExportedAlbum = z.infer<ReturnType<typeof ExportedAlbum>>

export const ExportedGuest = schema(() =>
  z.object({ id: z.number(), name: z.string(), email: z.string(), verifiedAt: time() }),
)
export type ExportedGuest = z.infer<ReturnType<typeof ExportedGuest>>

const guest = schema(() => z.number().nullable().describe('null for the owner'))

export const ExportedComment = schema(() =>
  z.object({
    id: z.uuid(),
    photo: z.string(),
    guest: guest(),
    body: z.string(),
    writtenAt: time(),
  }),
)
export type ExportedComment = z.infer<ReturnType<typeof ExportedComment>>

export const ExportedLike = schema(() => z.object({ photo: z.string(), guest: guest() }))
export type ExportedLike = z.infer<ReturnType<typeof ExportedLike>>
