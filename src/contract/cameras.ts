import { z } from 'zod'
import { cameraSpecs, numberIn } from './camera-specs.ts'
import { line } from './envelope.ts'
import { limits } from './vocabulary.ts'

const texts = cameraSpecs.filter((spec) => spec.kind === 'text')
const fixedKeys = texts.filter((spec) => 'isFixed' in spec).map((spec) => spec.key)
const textKeys = texts.filter((spec) => !('isFixed' in spec)).map((spec) => spec.key)
const booleanKeys = cameraSpecs.filter((spec) => spec.kind === 'boolean').map((spec) => spec.key)
const numberKeys = cameraSpecs
  .filter((spec) => spec.kind !== 'text' && spec.kind !== 'boolean')
  .map((spec) => spec.key)

/** A camera as everybody sees it; '', 0 and false stand for what is not known. */
export const Camera = z
  .object({
    id: z.string(),
    image: z.string().describe("the address of its picture, or ''"),
    /** `cameraModel` and `model` are one: the model as the photos' EXIF names it. */
    ...shapeOf(fixedKeys, z.string()),
    ...shapeOf(textKeys, z.string()),
    ...shapeOf(numberKeys, z.number()),
    ...shapeOf(booleanKeys, z.boolean()),
    photoCount: z.number().int().describe('number of photos of this model that the caller can see'),
  })
  .meta({ ref: 'Camera' })
export type Camera = z.infer<typeof Camera>

/** What a form or a script says for no; everything else is yes. */
const noes = new Set(['', 'false', 'f', 'no', '0', 'null'])

const yesOrNo = z
  .unknown()
  .transform((value) => {
    // An object that is no text would have to say itself how it is read.
    if (typeof value === 'object' && value !== null) return true
    return !noes.has(String(value).trim().toLowerCase())
  })
  .meta({ type: 'boolean' })

/** undefined, which is no change, for what is not a number. */
const numberOrNothing = z
  .unknown()
  .transform((value): number | undefined => {
    const number = typeof value === 'string' ? numberIn(value) : value
    return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
  })
  .meta({ type: 'number' })

/**
 * The owner's change of a camera. An absent key stays as it is, and so does a number that is given
 * as something else; what the photos say (make, model) and the picture are not changed here.
 */
export const CameraChange = z.object({
  ...shapeOf(textKeys, line(limits.cameraText).optional()),
  ...shapeOf(numberKeys, numberOrNothing.optional()),
  ...shapeOf(booleanKeys, yesOrNo.optional()),
})
export type CameraChange = z.infer<typeof CameraChange>

/** Where the server fetches a camera's picture from. */
export const CameraImageAddress = z.object({ url: line(limits.pictureAddress) })

function shapeOf<K extends string, S>(keys: readonly K[], schema: S): Record<K, S> {
  return Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>
}
