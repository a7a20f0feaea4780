import { z } from 'zod'
import { line } from '../envelope.ts'
import { placeLimits } from '../limits.ts'
import { schema } from '../schema.ts'
import { placeAudiences } from './place-audiences.ts'

const latitude = schema(() => z.number().min(-90).max(90))
const longitude = schema(() => z.number().min(-180).max(180))

export const HomeZone = schema(() =>
  z
    .object({
      name: line(placeLimits.zoneName).refine((name) => name !== '', 'is required'),
      latitude: latitude(),
      longitude: longitude(),
      radius: z
        .number()
        .int()
        .min(placeLimits.radiusMin)
        .max(placeLimits.radiusMax)
        .describe('in metres'),
    })
    .meta({ ref: 'HomeZone' }),
)
export type HomeZone = z.infer<ReturnType<typeof HomeZone>>

export const PlaceSettingsChange = schema(() =>
  z.object({
    whoSees: z.enum(placeAudiences).describe('what visitors see of the places of photos'),
    homeZones: z
      .array(HomeZone())
      .max(placeLimits.zones)
      .describe('visitors are never shown the place of a photo taken inside one'),
  }),
)
export type PlaceSettingsChange = z.infer<ReturnType<typeof PlaceSettingsChange>>

export const PlaceSettings = schema(() =>
  PlaceSettingsChange()
    .extend({
      located: z.number().int().describe('number of photos whose place is known'),
      inZones: z.number().int().describe('number of those in a home zone'),
    })
    .meta({ ref: 'PlaceSettings' }),
)
export type PlaceSettings = z.infer<ReturnType<typeof PlaceSettings>>

/** Where a photo was taken, as far as this viewer may know. */
export const Place = schema(() =>
  z
    .object({
      town: z.string().nullable().describe('the nearest town; null far from any'),
      country: z.string().nullable(),
      latitude: z.number().describe('of the photo, or of the town if only towns are shown'),
      longitude: z.number(),
    })
    .meta({ ref: 'Place' }),
)
export type Place = z.infer<ReturnType<typeof Place>>

/** The photos of a list that were taken near one town. */
export const PlaceGroup = schema(() =>
  z
    .object({
      town: z.string().nullable(),
      country: z.string().nullable(),
      latitude: z.number().describe('of the town; without one, of the first photo'),
      longitude: z.number(),
      count: z.number().int().describe('number of photos'),
    })
    .meta({ ref: 'PlaceGroup' }),
)
export type PlaceGroup = z.infer<ReturnType<typeof PlaceGroup>>

export const PlacePoint = schema(() =>
  z
    .object({
      id: z.uuid(),
      fileName: z.string(),
      title: z.string(),
      alt: z.string().nullable(),
      latitude: z.number(),
      longitude: z.number(),
      group: z.number().int().describe('index in `groups`'),
    })
    .meta({ ref: 'PlacePoint' }),
)
export type PlacePoint = z.infer<ReturnType<typeof PlacePoint>>

export const Places = schema(() =>
  z
    .object({
      total: z.number().int().describe('number of photos with a place, at most 10,000'),
      hasMore: z.boolean().describe('whether more photos of the list may have a place'),
      groups: z.array(PlaceGroup()).describe('the towns, those with most photos first'),
      points: z.array(PlacePoint()).describe('the photos, in the order of the list'),
      hasTiles: z.boolean().describe('whether /api/map/tiles has a detailed map'),
    })
    .meta({ ref: 'Places' }),
)
export type Places = z.infer<ReturnType<typeof Places>>

export const PlacesQuery = schema(() =>
  z.object({
    album: z.uuid().optional().describe('of this album instead of the photostream'),
    code: z.string().optional().describe('the album’s code'),
  }),
)
