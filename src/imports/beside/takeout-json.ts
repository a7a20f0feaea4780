import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import { schema } from '../../contract/schema.ts'
import type { BesideFile } from '../../gallery/photos/photo-row.ts'
import { cleanLine, cleanParagraphs } from '../../images/metadata-text.ts'

const place = schema(() =>
  z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      altitude: z.number().optional(),
    })
    .optional()
    .catch(undefined),
)

/** Google's description of a photo or a video; everything can be missing. */
const photoJson = schema(() =>
  z.object({
    title: z.string().optional().catch(undefined),
    description: z.string().optional().catch(undefined),
    photoTakenTime: z.object({ timestamp: z.union([z.string(), z.number()]) }),
    geoData: place(),
    geoDataExif: place(),
  }),
)
type PhotoJson = z.infer<ReturnType<typeof photoJson>>

const albumText = schema(() =>
  z.object({ title: z.string(), description: z.string().optional().catch(undefined) }),
)
const albumJson = schema(() =>
  z.union([z.object({ albumData: albumText() }).transform((json) => json.albumData), albumText()]),
)

export type TakeoutJson =
  | {
      readonly kind: 'photo'
      /** The name of the file before it was shortened, if the JSON says so. */
      readonly sourceName?: string
      readonly beside: BesideFile
      /** The fields that Vitrine has no place for. */
      readonly unused: readonly string[]
    }
  | { readonly kind: 'album'; readonly title: string; readonly description: string }
  /** A year that Google sorts photos into: no album of its owner. */
  | { readonly kind: 'year' }
  | { readonly kind: 'other' }

/** What every JSON has, and what Vitrine reads or need not know. */
const known = new Set([
  'title',
  'description',
  'imageViews',
  'creationTime',
  'creationTimestamp',
  'modificationTime',
  'photoLastModifiedTime',
  'photoTakenTime',
  'geoData',
  'geoDataExif',
  'url',
  'googlePhotosOrigin',
])

const fileName = /\.(jpe?g|jpe|jfif|heic|heif|png|gif|webp|tiff?|dng|bmp|avif)$/i

const yearFolder =
  /^(Photos from|Fotos von|Photos de|Fotos de|Fotos del|Foto del|Foto's uit|Zdjęcia z) \d{4}$/i

/** Heights above the sea that can be true, in metres. */
const heights = { lowest: -12_000, highest: 100_000 }

/** Reads a JSON file of Google Takeout. @throws Error if it is no JSON. */
export function readTakeoutJson(text: string): TakeoutJson {
  const json: unknown = JSON.parse(text)
  const photo = photoJson().safeParse(json)
  if (photo.success) return photoOf(photo.data, json as object)
  const album = albumJson().safeParse(json)
  if (!album.success) return { kind: 'other' }
  const title = cleanLine(decoded(album.data.title), limits.albumName)
  const description = cleanParagraphs(
    decoded(album.data.description ?? ''),
    limits.albumDescription,
  )
  if (title === '') return { kind: 'other' }
  if (yearFolder.test(title)) return { kind: 'year' }
  return { kind: 'album', title, description }
}

function photoOf(json: PhotoJson, whole: object): TakeoutJson {
  const name = cleanLine(decoded(json.title ?? ''), limits.photoTitle)
  const isName = fileName.test(name)
  const description = cleanParagraphs(decoded(json.description ?? ''), limits.photoDescription)
  const takenAt = timeOf(json.photoTakenTime.timestamp)
  const gps = placeOf(json.geoData) ?? placeOf(json.geoDataExif)
  return {
    kind: 'photo',
    ...(isName && { sourceName: name }),
    beside: {
      values: {
        ...(name !== '' && !isName && { title: name }),
        ...(description !== '' && { description }),
      },
      ...(takenAt && { takenAt }),
      ...(gps && { gps }),
    },
    unused: Object.keys(whole).filter((key) => !known.has(key)),
  }
}

/** In UTC: where the camera was is not known. */
function timeOf(timestamp: string | number) {
  const seconds = Number(timestamp)
  const date = new Date(seconds * 1000)
  // Google writes zero for photos without a date.
  if (!Number.isInteger(seconds) || seconds === 0 || Number.isNaN(date.getTime())) return undefined
  const year = date.getUTCFullYear()
  if (year < 1826 || year > 9999) return undefined
  return { local: date.toISOString().slice(0, 19), offset: 'Z' }
}

/** Exactly 0, 0 is what Google writes for no place. */
function placeOf(place: PhotoJson['geoData']): BesideFile['gps'] {
  if (!place || (place.latitude === 0 && place.longitude === 0)) return undefined
  const { latitude, longitude, altitude = 0 } = place
  const isHeight = altitude !== 0 && altitude > heights.lowest && altitude < heights.highest
  return { latitude, longitude, altitude: isHeight ? altitude : null }
}

const entities = new Map([
  ['&#39;', "'"],
  ['&quot;', '"'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
])

/** Takeout escapes some characters as if for HTML. */
const decoded = (text: string): string =>
  text.replace(/&(?:#39|quot|lt|gt|amp);/g, (entity) => entities.get(entity) ?? entity)
