import { z } from 'zod'
import { schema } from '../schema.ts'
import { jobStates } from './job-states.ts'

/** A file that could not be imported; schedule a job with its `fileId` to try again. */
const JobFailure = schema(() =>
  z
    .object({ fileId: z.string(), name: z.string(), reason: z.string() })
    .meta({ ref: 'JobFailure' }),
)

/**
 * Counts are of files; `error` says why an ABORTED job stopped. A FINISHED one may have failures.
 */
export const Job = schema(() =>
  z
    .object({
      id: z.uuid(),
      kind: z.string(),
      folder: z.string().nullable().describe('name of the Drive folder; null if unknown'),
      isSelection: z.boolean().describe('imports selected files, not all new ones of the folder'),
      state: z.enum(jobStates),
      percent: z.number().int().min(0).max(100),
      total: z.number().int(),
      done: z.number().int().describe('new photos'),
      replaced: z.number().int().describe('new versions of photos'),
      waiting: z.number().int().describe('files that wait for a decision, see /uploads/pending'),
      skipped: z.number().int(),
      failed: z.number().int(),
      current: z.string().nullable(),
      startedAt: z.iso.datetime().nullable(),
      finishedAt: z.iso.datetime().nullable(),
      error: z.string().nullable(),
      isStopped: z.boolean().describe('ABORTED by the owner'),
      pausedUntil: z.iso.datetime().nullable().describe('set while the job waits, still STARTED'),
      pauseReason: z.string().nullable(),
      failures: z.array(JobFailure()).describe('the newest five'),
    })
    .meta({ ref: 'Job' }),
)
export type Job = z.infer<ReturnType<typeof Job>>

export const LatestJob = schema(() => z.union([Job(), z.object({ id: z.literal('') })]))
export type LatestJob = z.infer<ReturnType<typeof LatestJob>>
