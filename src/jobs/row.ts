import type { JobState } from '../contract/vocabulary.ts'

export type JobRow = {
  row_id: number
  id: string
  kind: string
  state: JobState
  wanted: string | null
  is_listed: number
  stop_reason: string | null
  total: number
  done: number
  skipped: number
  failed: number
  started_at: number | null
  finished_at: number | null
  error: string | null
}

/** `reason` only if it failed before it was tried. */
export type JobFile = {
  readonly file_id: string
  readonly name: string
  readonly md5: string
  readonly bytes: number
  readonly created_time: string
  readonly reason: string | null
}
export type JobFileRow = JobFile & { readonly job: number; readonly place: number }

export type JobFileEnd = 'done' | 'skipped' | 'failed'
