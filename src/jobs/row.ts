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

/** A file of a job as its list names it; `reason` only of one that failed before it was tried. */
export type JobFile = {
  readonly file_id: string
  readonly name: string
  readonly md5: string
  readonly bytes: number
  readonly created_time: string
  readonly reason: string | null
}
export type JobFileRow = JobFile & { readonly job: number; readonly place: number }

/** What became of a file. */
export type JobFileEnd = 'done' | 'skipped' | 'failed'
