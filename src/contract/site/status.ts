import { z } from 'zod'
import { trashNoticeDays } from '../limits.ts'
import { schema } from '../schema.ts'

const bytes = schema(() => z.number().int().min(0))
const time = schema(() => z.iso.datetime())

/** Work that goes on without a browser; `total` is 0 until it is known. */
const StatusJob = schema(() =>
  z
    .object({
      kind: z.enum(['drive import', 'folder import', 'source sync']),
      source: z.string().optional().describe('name of the source that is being synced'),
      percent: z.number().int().min(0).max(100),
      processed: z.number().int().min(0),
      total: z.number().int().min(0),
      failed: z.number().int().min(0),
      pausedUntil: time().nullable(),
      pauseReason: z.string().nullable(),
    })
    .meta({ ref: 'StatusJob' }),
)
export type StatusJob = z.infer<ReturnType<typeof StatusJob>>

/** A problem that the owner should solve. */
const StatusProblem = schema(() =>
  z
    .object({
      kind: z.enum([
        'damage',
        'volume',
        'media',
        'certificate',
        'disk',
        'backup',
        'safety',
        'mail',
        'drive',
        'source',
        'files',
        'failures',
        'warnings',
      ]),
      text: z.string(),
      advice: z.string().describe('what to do'),
      command: z.string().nullable().describe('to type into a shell'),
    })
    .meta({ ref: 'StatusProblem' }),
)
export type StatusProblem = z.infer<ReturnType<typeof StatusProblem>>

const Disk = schema(() =>
  z.object({
    place: z
      .enum(['folder', 'bucket'])
      .describe('where originals, renditions and pictures of cameras are'),
    originals: bytes(),
    renditions: bytes(),
    database: bytes(),
    cameras: bytes().nullable(),
    cache: bytes()
      .nullable()
      .describe('copies of what is in the bucket; null if the photos are not in one'),
    other: bytes().nullable().describe('pages, removed photos, mail, backups before upgrades'),
    measuredAt: time()
      .nullable()
      .describe('when cameras and other were measured; null until they are'),
    free: bytes(),
    total: bytes().describe('size of the disk'),
    hasRoomForPhotos: z.boolean().describe('false if new photos are refused'),
    isAmple: z.boolean().describe('false if only new photos are accepted'),
  }),
)

/** What the owner should know about the running gallery. */
export const Status = schema(() =>
  z
    .object({
      version: z.string(),
      startedAt: time(),
      photos: z.number().int().min(0),
      problems: z
        .array(StatusProblem())
        .describe('the most serious first; empty if everything is in order'),
      disk: Disk().describe('sizes in bytes'),
      backup: z
        .object({ at: time(), folder: z.string(), photos: z.number().int(), bytes: bytes() })
        .nullable()
        .describe('the last verified backup'),
      mail: z.object({
        hasServer: z.boolean().describe('without one, mail is written to outbox/'),
        waiting: z.number().int().min(0),
        nextTryAt: time().nullable(),
        lastSentAt: time().nullable().describe('since the start'),
        lastError: z
          .object({ at: time(), text: z.string() })
          .nullable()
          .describe('since the start'),
      }),
      drive: z.object({
        isConfigured: z.boolean(),
        authenticated: z.boolean(),
        account: z.string().nullable(),
        reason: z.string().nullable().describe('why the connection was lost'),
        folder: z.string().nullable(),
        lastImport: z
          .object({
            finishedAt: time(),
            done: z.number().int(),
            skipped: z.number().int(),
            failed: z.number().int(),
            error: z.string().nullable(),
          })
          .nullable(),
        failures: z.number().int().min(0).describe('files that could not be imported'),
      }),
      trash: z.object({
        dueSoon: z
          .number()
          .int()
          .min(0)
          .describe(`photos that are deleted for good within ${trashNoticeDays} days`),
      }),
      jobs: z.array(StatusJob()),
      warnings: z
        .array(z.object({ at: time(), text: z.string() }))
        .describe('the last 50 since the start, newest first'),
    })
    .meta({ ref: 'Status' }),
)
export type Status = z.infer<ReturnType<typeof Status>>
