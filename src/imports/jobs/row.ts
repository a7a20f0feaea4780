import type { JobState } from '../../contract/imports/job-states.ts'

export type JobRow = {
  row_id: number
  id: string
  kind: string
  state: JobState
  wanted: string | null
  /** Null if unknown. */
  folder_name: string | null
  is_listed: number
  stop_reason: string | null
  total: number
  done: number
  /** New versions of photos. */
  replaced: number
  /** Files that wait for the owner's decision. */
  waiting: number
  skipped: number
  failed: number
  started_at: number | null
  finished_at: number | null
  error: string | null
  /** In ms; null if it is not paused. */
  paused_until: number | null
  pause_reason: string | null
}

/** `reason` only if it failed before it was tried. */
export type JobFile = {
  readonly file_id: string
  readonly name: string
  readonly md5: string
  readonly bytes: number
  readonly created_time: string
  readonly reason: string | null
  /** Changes with the content. */
  readonly version: string
  /** JSON of files that can replace it if it fails. */
  readonly others: string
}
export type JobFileRow = JobFile & { readonly job: number; readonly place: number }

export type JobFileEnd = 'done' | 'replaced' | 'waiting' | 'skipped' | 'failed'
