import { z } from 'zod'
import { safetyLimits } from '../limits.ts'
import { schema } from '../schema.ts'
import { backupOutcomes } from './backup-outcomes.ts'

const time = schema(() => z.iso.datetime())
const count = schema(() => z.number().int().min(0))
const kept = (least: number, most: number) => z.number().int().min(least).max(most)

const Schedule = schema(() =>
  z.object({
    every: z.enum(['day', 'week']),
    weekday: z.number().int().min(0).max(6).describe('0 is Sunday; counts for weekly backups only'),
    hour: z.number().int().min(0).max(23).describe('in the time zone of the machine'),
  }),
)
export type Schedule = z.infer<ReturnType<typeof Schedule>>

const KeptBackups = schema(() =>
  z.object({
    daily: kept(1, safetyLimits.keptDaily),
    weekly: kept(0, safetyLimits.keptWeekly),
    monthly: kept(0, safetyLimits.keptMonthly),
  }),
)
export type KeptBackups = z.infer<ReturnType<typeof KeptBackups>>

/** A folder into which the gallery backs itself up. */
const BackupTarget = schema(() =>
  z
    .object({
      id: z.uuid(),
      folder: z.string(),
      isConfigured: z.boolean().describe('whether it was given with --backup'),
      isRunning: z.boolean(),
      isWaiting: z.boolean().describe('whether a backup is due and will start soon'),
      isHeld: z
        .boolean()
        .describe('whether nothing is backed up into it since a restore, until the owner says so'),
      nextAt: time().nullable(),
      lastRun: z
        .object({
          at: time(),
          outcome: z.enum(backupOutcomes),
          reason: z.string().nullable().describe('why there is no backup, and what to do'),
          notes: z.array(z.string()).describe('what else the owner should know'),
          addedBytes: count(),
        })
        .nullable()
        .describe('the last backup that was begun'),
      verified: z
        .object({ at: time(), photos: count(), bytes: count() })
        .nullable()
        .describe('the last backup in which everything was there and whole'),
      lastDrill: z
        .object({
          at: time(),
          photos: count().describe('how many were restored'),
          problems: z
            .array(z.string())
            .describe('what is wrong, and what to do; empty if all is good'),
        })
        .nullable()
        .describe(
          'the last restore drill: the database and some photos were restored and compared',
        ),
    })
    .meta({ ref: 'BackupTarget' }),
)
export type BackupTarget = z.infer<ReturnType<typeof BackupTarget>>

/** The backups that the server makes by itself. */
export const Safety = schema(() =>
  z
    .object({
      schedule: Schedule(),
      keep: KeptBackups().describe(
        'of how many of the last days, weeks and months that have backups the newest one is kept',
      ),
      timeZone: z.string().describe('of the machine, such as Europe/Berlin'),
      targets: z.array(BackupTarget()),
      hasBucketAccess: z.boolean().describe('whether backups can be made in buckets'),
      hasBackupKey: z
        .boolean()
        .describe('whether new backups in buckets are encrypted, with a key that was shown once'),
      running: z
        .object({
          target: z.uuid(),
          startedAt: time(),
          done: count().describe('files that were copied or read again'),
          total: count().nullable().describe('null until it is known'),
          bytes: count(),
          isDrill: z
            .boolean()
            .describe('whether the backup is done, and some of its photos are restored to try it'),
        })
        .nullable(),
    })
    .meta({ ref: 'Safety' }),
)
export type Safety = z.infer<ReturnType<typeof Safety>>

/** The key of encrypted backups. No later answer contains it. */
export const BackupKey = schema(() => z.object({ key: z.string() }).meta({ ref: 'BackupKey' }))
export type BackupKey = z.infer<ReturnType<typeof BackupKey>>

/** Absent keys stay unchanged; `folders` are those that were not given with --backup. */
export const SafetyChange = schema(() =>
  z.object({
    schedule: Schedule().optional(),
    keep: KeptBackups().optional(),
    folders: z
      .array(
        z
          .string()
          .min(1, 'is required')
          .max(4096)
          .refine((path) => !path.includes('\0'), 'must not contain control characters'),
      )
      .max(safetyLimits.folders)
      .optional(),
  }),
)
export type SafetyChange = z.infer<ReturnType<typeof SafetyChange>>

/** Without a target, all are backed up. */
export const BackupStart = schema(() =>
  z
    .object({
      target: z.uuid().optional(),
      startsOver: z
        .boolean()
        .optional()
        .describe('uses the folder of the target although its backups are missing'),
    })
    .refine((start) => !start.startsOver || start.target !== undefined, {
      path: ['target'],
      message: 'is required with startsOver',
    }),
)
export type BackupStart = z.infer<ReturnType<typeof BackupStart>>
