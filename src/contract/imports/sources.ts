import { z } from 'zod'
import { line, wholeNumber } from '../envelope.ts'
import { limits } from '../limits.ts'
import { schema } from '../schema.ts'
import { isGoogleId } from './drive.ts'
import { OmissionsSchema } from './omissions-schema.ts'
import { changeKinds, sourceKinds, sourceStates, whenGoneChoices } from './source-words.ts'

const settings = {
  everyHours: z
    .number()
    .int()
    .min(1)
    .max(720)
    .nullable()
    .describe('how often it is compared; null only compares it on request'),
  subfolders: z.boolean().describe('whether the folders in it are included'),
  albumPerSubfolder: z
    .boolean()
    .describe('whether the photos of each folder in it get an album, which anyone can open'),
  whenGone: z
    .enum(whenGoneChoices)
    .describe('what happens to a photo whose file was deleted; trash also hides it'),
}
const defaults = {
  everyHours: settings.everyHours.default(1),
  subfolders: settings.subfolders.default(true),
  albumPerSubfolder: settings.albumPerSubfolder.default(false),
  whenGone: settings.whenGone.default('nothing'),
}
const SourceSettings = schema(() => z.object(settings))
export type SourceSettings = z.infer<ReturnType<typeof SourceSettings>>

/** `path` names a folder on the machine, `folderId` one in the connected Google Drive. */
export const NewSource = schema(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('folder'),
      path: z
        .string()
        .min(1)
        .max(4096)
        .refine((path) => !path.includes('\0'), 'must not contain control characters'),
      ...defaults,
    }),
    z.object({
      kind: z.literal('drive'),
      folderId: z.string().refine(isGoogleId, 'is not a Google Drive ID'),
      ...defaults,
    }),
  ]),
)
export type NewSource = z.infer<ReturnType<typeof NewSource>>

export const SourceChange = schema(() =>
  z.object({
    name: line(limits.driveFolderName)
      .refine((name) => name !== '', 'is required')
      .optional(),
    ...z.object(settings).partial().shape,
  }),
)
export type SourceChange = z.infer<ReturnType<typeof SourceChange>>

const count = schema(() => z.number().int().min(0))
const time = schema(() => z.iso.datetime())

const SourceCounts = schema(() =>
  z
    .object({ new: count(), changed: count(), moved: count(), gone: count(), conflicting: count() })
    .meta({ ref: 'SourceCounts' }),
)
export type SourceCounts = z.infer<ReturnType<typeof SourceCounts>>

/** A folder whose photos in the gallery stay in sync with it. */
export const Source = schema(() =>
  z
    .object({
      id: z.uuid(),
      kind: z.enum(sourceKinds),
      name: z.string(),
      path: z.string().nullable().describe('of a folder on the machine'),
      folderId: z.string().nullable().describe('of a folder in Google Drive'),
      isConfigured: z.boolean().describe('whether it was given on the command line (--watch)'),
      settings: SourceSettings(),
      photos: count().describe('number of photos in the gallery that have a file in it'),
      state: z
        .enum(sourceStates)
        .describe(
          'running: being compared or applied; asking: a plan waits for your answer; failed: it could not be compared, see lastRun',
        ),
      progress: z
        .object({
          stage: z.enum(['listing', 'applying']),
          total: count().describe('number of changes; 0 while listing'),
          done: count(),
          current: z.string().nullable().describe('the file that is being read'),
        })
        .nullable()
        .describe('null unless it is running'),
      question: z
        .object({
          hidden: count().describe('number of photos that the plan would hide'),
          photos: count().describe('number of photos of the source'),
          recent: count().describe(
            'number of photos that were hidden within the last day, which count() as well',
          ),
        })
        .nullable()
        .describe('null unless it is asking'),
      plan: z
        .object({ madeAt: time(), counts: SourceCounts(), left: count() })
        .nullable()
        .describe('the latest comparison; `left` changes of it are not applied yet'),
      waiting: count().describe(
        'number of its files that wait for a decision, see /uploads/pending',
      ),
      omitted: OmissionsSchema()
        .nullable()
        .describe('what the latest whole comparison left out; null before it'),
      lastRun: z
        .object({
          startedAt: time(),
          finishedAt: time(),
          counts: SourceCounts().describe('what was applied; conflicting ones were left'),
          failed: count().describe('number of files that could not be imported'),
          error: z.string().nullable().describe('why it ended early'),
          unreadable: count().describe('number of folders that could not be read'),
        })
        .nullable(),
      nextRun: time().nullable().describe('null if it is only compared on request'),
    })
    .meta({ ref: 'Source' }),
)
export type Source = z.infer<ReturnType<typeof Source>>

export const PlannedChange = schema(() =>
  z
    .object({
      kind: z.enum(changeKinds),
      path: z.string().describe('of the file, within the source'),
      from: z.string().nullable().describe('where a moved file was before'),
      photoId: z.uuid().nullable().describe('the photo that changes; null for a new one'),
      hides: z.boolean().describe('whether the photo is hidden and put in the trash'),
      reason: z.string().nullable().describe('of a conflict or a failure'),
      state: z.enum(['planned', 'done', 'failed', 'left']),
    })
    .meta({ ref: 'PlannedChange' }),
)
export type PlannedChange = z.infer<ReturnType<typeof PlannedChange>>

/** What a comparison found; those that hide photos come first. */
export const Plan = schema(() =>
  z
    .object({
      madeAt: time().nullable().describe('null if it was never compared'),
      counts: SourceCounts(),
      length: count().describe('number of changes on this page'),
      total: count().describe('number of changes of the requested kind'),
      offset: count(),
      changes: z.array(PlannedChange()),
    })
    .meta({ ref: 'Plan' }),
)
export type Plan = z.infer<ReturnType<typeof Plan>>

export const PlanQuery = schema(() =>
  z.object({
    kind: z.enum(changeKinds).optional().describe('only changes of this kind'),
    limit: z
      .string()
      .regex(/^([1-9]\d{0,2}|1000)$/, 'must be a number from 1 to 1000')
      .transform(Number)
      .optional()
      .describe('number of changes; 100 if absent'),
    offset: wholeNumber().optional().describe('number of changes before this page'),
  }),
)
export type PlanQuery = z.infer<ReturnType<typeof PlanQuery>>

/** With `preview`, the plan is only made, and waits until it is applied. */
export const SyncRequest = schema(() => z.object({ preview: z.boolean().optional() }))

/** Answers the question of a plan that would hide more than a tenth of the photos. */
export const ApplyRequest = schema(() =>
  z.object({
    gone: z
      .enum(['hide', 'keep'])
      .optional()
      .describe('keep leaves the photos of deleted files as they are; hide if absent'),
    conflicts: z
      .enum(['leave', 'replace'])
      .optional()
      .describe('replace gives conflicting photos the version in the source; leave if absent'),
    hidden: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('number of photos that you agree to hide; required if the source is asking'),
  }),
)
export type ApplyRequest = z.infer<ReturnType<typeof ApplyRequest>>
