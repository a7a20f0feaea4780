import { z } from 'zod'
import { schema } from '../schema.ts'
import { photoSources } from './photo-sources.ts'
import { Photo } from './photos.ts'

/** From the surest to the weakest; the first that finds a photo counts. */
export const matchRules = ['item', 'document', 'camera and time', 'name and time'] as const
export type MatchRule = (typeof matchRules)[number]

/** What to do with a file that seems to be a new version of a photo. */
export const matchAnswers = ['ask', 'replace', 'keep-both'] as const
export type OnMatch = (typeof matchAnswers)[number]

/** For how long a file waits for the owner's decision. */
export const pendingDays = 7

/** A file that may be a new version of `photo`. */
export const PendingUpload = schema(() =>
  z
    .object({
      id: z.uuid(),
      fileName: z.string(),
      bytes: z.number().int(),
      receivedAt: z.iso.datetime().describe(`it is discarded ${pendingDays} days later`),
      source: z.enum(photoSources),
      sourceId: z.uuid().nullable().describe('the source that the file is in, see /sources'),
      rule: z.enum(matchRules).describe('how the photo was recognised'),
      photo: Photo(),
    })
    .meta({ ref: 'PendingUpload' }),
)
export type PendingUpload = z.infer<ReturnType<typeof PendingUpload>>

/** The answer to an upload that waits for a decision. */
export const WaitingUpload = schema(() => z.object({ pending: PendingUpload() }))

export const PendingDecision = schema(() =>
  z.object({
    decision: z
      .enum(['replace', 'keep-both', 'discard'])
      .describe('makes it the photo’s new version, makes it a photo of its own, or deletes it'),
  }),
)
export type PendingDecision = z.infer<ReturnType<typeof PendingDecision>>

export const PhotoVersion = schema(() =>
  z
    .object({
      id: z.uuid(),
      addedAt: z.iso.datetime(),
      bytes: z.number().int(),
      fileName: z.string().describe('name of the file, without folders'),
      isCurrent: z.boolean(),
      rule: z
        .enum(matchRules)
        .nullable()
        .describe('how it was recognised; null for the first, and for one chosen by the owner'),
    })
    .meta({ ref: 'PhotoVersion' }),
)
export type PhotoVersion = z.infer<ReturnType<typeof PhotoVersion>>

export const VersionChoice = schema(() => z.object({ version: z.uuid() }))

/** A photo that now shows another version. */
export const ReplacedPhoto = schema(() =>
  Photo()
    .extend({
      hasLostCrop: z
        .boolean()
        .describe('it was cropped, and the crop does not fit the shape of this version'),
    })
    .meta({ ref: 'ReplacedPhoto' }),
)
export type ReplacedPhoto = z.infer<ReturnType<typeof ReplacedPhoto>>
