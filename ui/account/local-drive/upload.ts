import type { PrimitiveAtom } from 'jotai'
import { ApiError } from '../../api.ts'

/** How far an upload is, or how it ended. */
export type UploadState =
  | { readonly stage: 'waiting' | 'processing' | 'cancelled' }
  | { readonly stage: 'sending'; readonly sent: number }
  | UploadedState
  | { readonly stage: 'duplicate'; readonly photoId: string | undefined; readonly error: string }
  | FailedState

export type UploadedState = {
  readonly stage: 'done'
  readonly photoId: string
  readonly fileName: string
  /** The source as the server names it. */
  readonly source: string
  /** The decoder's warning about a file that could be imported. */
  readonly warning: string | undefined
  /** Undefined where it was not to be in the photostream; else whether it is, or why not. */
  readonly photostream?: 'adding' | 'added' | { readonly error: string }
}

type FailedState = {
  readonly stage: 'failed'
  readonly error: string
  readonly canRetry: boolean
  /** The server did not respond. */
  readonly isUnanswered?: boolean
}

/** One file. Its state is an atom of its own, so that progress draws one row and no other. */
export type Upload = {
  readonly id: number
  readonly file: File
  readonly toPhotostream: boolean
  readonly state: PrimitiveAtom<UploadState>
}

/** What an error means for the file. */
export function outcomeOf(error: unknown): UploadState {
  if (!(error instanceof ApiError)) throw error
  const { refusal, message } = error
  if (refusal?.code === 409) {
    const photoId = refusal.details?.photoId
    const known = typeof photoId === 'string' ? photoId : undefined
    return { stage: 'duplicate', photoId: known, error: message }
  }
  const canRetry = canHelp(refusal?.code)
  return { stage: 'failed', error: message, canRetry, isUnanswered: !refusal }
}

/** Whether a retry can help: not if the file itself was refused. */
const canHelp = (code: number | undefined): boolean =>
  code === undefined || code >= 500 || [401, 403, 408, 429].includes(code)

/** Whether the file waits or is on its way. */
export const isOpen = ({ stage }: UploadState): boolean =>
  stage === 'waiting' || stage === 'sending' || stage === 'processing'

/** Whether 'Retry' is offered. */
export function isRetryable(state: UploadState): boolean {
  if (state.stage === 'failed') return state.canRetry
  if (state.stage === 'done') return typeof state.photostream === 'object'
  return state.stage === 'cancelled'
}

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
  return state.stage === 'processing' ? size * sentPart : size
}

/** Of the whole way, 0 to 100. */
export const percentOf = ({ bytes, bytesThrough }: UploadTotals): number =>
  bytes === 0 ? 0 : Math.round((bytesThrough / bytes) * 100)

/** When files began to be sent, and how many bytes were through by then. */
export type Run = { readonly startedAt: number; readonly bytesThrough: number }

/** By the pace so far; the first seconds say nothing yet. */
export function secondsLeft(totals: UploadTotals, run: Run | undefined): number | undefined {
  if (!run) return undefined
  const seconds = (performance.now() - run.startedAt) / 1000
  const through = totals.bytesThrough - run.bytesThrough
  if (seconds < 3 || through <= 0) return undefined
  return ((totals.bytes - totals.bytesThrough) * seconds) / through
}
