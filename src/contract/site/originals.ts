import { z } from 'zod'
import { originalsLimits } from '../limits.ts'
import { schema } from '../schema.ts'
import { PhotoCard } from './evidence.ts'
import { originalFaults } from './original-faults.ts'

const time = schema(() => z.iso.datetime())
const count = schema(() => z.number().int().min(0))
const id = schema(() => z.string().min(1).max(64))

/** An original that is missing or damaged. */
const DamagedOriginal = schema(() =>
  z
    .object({
      id: id().describe('of the original, not of the photo'),
      photo: PhotoCard(),
      fileName: z.string().describe('as it was uploaded'),
      version: z
        .enum(['current', 'earlier', 'waiting'])
        .describe('of the photo; one that waits is a file that may become its new version'),
      fault: z.enum(originalFaults),
      since: time().describe('when it was found'),
      checkedAt: time().describe('when it was last read'),
      copy: z.string().nullable().describe('the backup folder that has a good copy'),
    })
    .meta({ ref: 'DamagedOriginal' }),
)
export type DamagedOriginal = z.infer<ReturnType<typeof DamagedOriginal>>

/** The rolling check of the originals. */
export const Originals = schema(() =>
  z
    .object({
      pass: z
        .object({ beganAt: time(), read: count(), total: count() })
        .nullable()
        .describe('null between two passes, and before the first one'),
      allReadSince: time()
        .nullable()
        .describe('since when every original was read, except newer ones; null until then'),
      isChecking: z.boolean(),
      damaged: z
        .array(DamagedOriginal())
        .describe(`the first ${originalsLimits.shown}, those that a backup has before the others`),
      damagedCount: count(),
      savedCount: count().describe('how many of them a backup has'),
    })
    .meta({ ref: 'Originals' }),
)
export type Originals = z.infer<ReturnType<typeof Originals>>

/** Without ids, the first of those that a backup has. */
export const PutBack = schema(() =>
  z.object({ ids: z.array(id()).min(1).max(originalsLimits.putBack).optional() }),
)
export type PutBack = z.infer<ReturnType<typeof PutBack>>

/** What was put back, and why the others were not. */
export const PutBackResult = schema(() =>
  z
    .object({
      putBack: z.array(id()),
      failed: z.array(z.object({ id: id(), reason: z.string() })),
      originals: Originals(),
    })
    .meta({ ref: 'PutBackResult' }),
)
export type PutBackResult = z.infer<ReturnType<typeof PutBackResult>>
