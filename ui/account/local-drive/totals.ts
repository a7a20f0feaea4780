import { isOpen, isRetryable, type UploadState } from './upload.ts'

/** What became of all files so far. */
export type UploadTotals = {
  readonly total: number
  /** Files that wait or are on their way. */
  readonly open: number
  readonly uploaded: number
  readonly duplicates: number
  readonly failed: number
  readonly cancelled: number
  /** Failed ones for which another try can help. */
  readonly retryable: number
  /** Bytes of all files, and those that are through. */
  readonly bytes: number
  readonly bytesThrough: number
}

export const noUploads: UploadTotals = {
  total: 0,
  open: 0,
  uploaded: 0,
  duplicates: 0,
  failed: 0,
  cancelled: 0,
  retryable: 0,
  bytes: 0,
  bytesThrough: 0,
}

/** The part of a file's way that is behind it once all of it was sent. */
const sentPart = 0.8

export function totalsOf(
  uploads: Iterable<{ readonly size: number; readonly state: UploadState }>,
): UploadTotals {
  const totals: { -readonly [Key in keyof UploadTotals]: number } = { ...noUploads }
  for (const { size, state } of uploads) {
    totals.total++
    totals.bytes += size
    totals.bytesThrough += bytesThrough(size, state)
    if (isOpen(state)) totals.open++
    if (state.stage === 'done') totals.uploaded++
    if (state.stage === 'duplicate') totals.duplicates++
    if (state.stage === 'failed') totals.failed++
    if (state.stage === 'cancelled') totals.cancelled++
    if (isRetryable(state) && state.stage !== 'cancelled') totals.retryable++
  }
  return totals
}

function bytesThrough(size: number, state: UploadState): number {
  if (state.stage === 'waiting') return 0
  if (state.stage === 'sending') return state.sent * sentPart
  return state.stage === 'developing' ? size * sentPart : size
}

/** Of the whole way, 0 to 100. */
export const percentOf = ({ bytes, bytesThrough }: UploadTotals): number =>
  bytes === 0 ? 0 : Math.round((bytesThrough / bytes) * 100)
