import { z } from 'zod'
import { line } from '../envelope.ts'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'
import { cameraSpecs, numberIn } from './camera-specs.ts'

const texts = cameraSpecs.filter((spec) => spec.kind === 'text')
const fixedKeys = texts.filter((spec) => 'isFixed' in spec).map((spec) => spec.key)
const textKeys = texts.filter((spec) => !('isFixed' in spec)).map((spec) => spec.key)
const booleanKeys = cameraSpecs.filter((spec) => spec.kind === 'boolean').map((spec) => spec.key)
const numberKeys = cameraSpecs
  .filter((spec) => spec.kind !== 'text' && spec.kind !== 'boolean')
  .map((spec) => spec.key)

/** '', 0 and null mean unknown. */
export const Camera = schema(() =>
  z
    .object({
      id: z.string(),
      name: z.string().describe('maker and model as people name them'),
      image: z.string().describe("the address of its picture, or ''"),
      /** `cameraModel` and `model` are the same: the model as written in the photos' EXIF. */
      ...shapeOf(fixedKeys, z.string()),
      ...shapeOf(textKeys, z.string()),
      ...shapeOf(numberKeys, z.number()),
      ...shapeOf(booleanKeys, z.boolean().nullable()),
      photoCount: z.number().int().describe('number of photos found by searching for the model'),
    })
    .meta({ ref: 'Camera' }),
)
export type Camera = z.infer<ReturnType<typeof Camera>>

/** Any other value counts as yes. */
const falseWords = new Set(['', 'false', 'f', 'no', '0'])

const yesOrNo = schema(() =>
  z
    .unknown()
    .transform((value) => {
      if (value === null) return null
      // An object without a primitive value would throw in String().
      if (typeof value === 'object') return true
      return !falseWords.has(String(value).trim().toLowerCase())
    })
    .meta({ type: ['boolean', 'null'], description: 'null means unknown' }),
)

const numberOrNothing = schema(() =>
  z
    .unknown()
    .transform((value): number | undefined => {
      const number = typeof value === 'string' ? numberIn(value) : value
      return typeof number === 'number' && Number.isFinite(number) ? number : undefined
    })
    .meta({ type: 'number' }),
)

/**
 * Absent keys and unreadable numbers stay unchanged; 0 makes a number unknown, null a yes or no.
 */
export const CameraChange = schema(() =>
  z.object({
    ...shapeOf(textKeys, line(limits.cameraText).optional()),
    ...shapeOf(numberKeys, numberOrNothing().optional()),
    ...shapeOf(booleanKeys, yesOrNo().optional()),
  }),
)
export type CameraChange = z.infer<ReturnType<typeof CameraChange>>

export const CameraImageAddress = schema(() => z.object({ url: line(limits.pictureAddress) }))

function shapeOf<K extends string, S>(keys: readonly K[], schema: S): Record<K, S> {
  return Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>
}
