import type { PrimitiveAtom } from 'jotai'
import type { UploadedPhoto } from '../../../../src/contract/photos/photos.ts'
import type { PendingUpload } from '../../../../src/contract/photos/versions.ts'
import type { Outcome } from '../../../features/versions/pending.ts'
import { ApiError } from '../../../kit/api.ts'
import type { TargetAlbum } from './target-albums.ts'

export type UploadState =
  | { readonly stage: 'waiting' | 'processing' | 'cancelled' }
  | { readonly stage: 'sending'; readonly sent: number }
  | UploadedState
  /** The owner decides whether it is a new version of a photo. */
  | { readonly stage: 'matched'; readonly pending: PendingUpload }
  | ReplacedState
  | { readonly stage: 'discarded' | 'gone' }
  | { readonly stage: 'duplicate'; readonly photoId: string | undefined; readonly error: string }
  | FailedState

export type UploadedState = {
  readonly stage: 'done'
  readonly photoId: string
  readonly fileName: string
  /** The source as the server names it. */
  readonly source: string
  /** A decoder warning about a file that was imported anyway. */
  readonly warning: string | undefined
  /** It was in the gallery, but its original was missing or damaged. */
  readonly isRestored: boolean
  readonly wasInTrash: boolean
  /** It waited as a possible version of another photo. */
  readonly isOfItsOwn?: boolean
  /** Whether it was added to the photostream, or why not; undefined if that was not requested. */
  readonly photostream?: 'adding' | 'added' | { readonly error: string }
}

/** The file of a photo that was in the gallery was replaced by it. */
type ReplacedState = {
  readonly stage: 'replaced'
  /** Under which it waited for the decision. */
  readonly pendingId: string
  readonly photoId: string
  readonly fileName: string
  readonly hasLostCrop: boolean
  readonly warning: string | undefined
  /** The photo shows its previous file again. */
  readonly isUndone: boolean
}

type FailedState = {
  readonly stage: 'failed'
  readonly error: string
  readonly canRetry: boolean
  /** The server did not respond. */
  readonly isUnreachable?: boolean
}

/** Whether the photo was added to its upload's albums, or why not. */
export type Placement = 'waiting' | 'adding' | 'added' | { readonly error: string }

/** One file. Its state is a separate atom, so that progress re-renders only its row. */
export type Upload = {
  readonly id: number
  readonly file: File
  readonly toPhotostream: boolean
  /** It is added to these once all files are uploaded. */
  readonly albums: readonly TargetAlbum[]
  readonly placement: PrimitiveAtom<Placement>
  /** Names the files that were chosen together: no two of them are versions of one photo. */
  readonly run: string
  readonly state: PrimitiveAtom<UploadState>
}

export function outcomeOf(error: unknown): UploadState {
  if (!(error instanceof ApiError)) throw error
  const { refusal, message } = error
  if (refusal?.code === 409) {
    const photoId = refusal.details?.photoId
    const known = typeof photoId === 'string' ? photoId : undefined
    return { stage: 'duplicate', photoId: known, error: message }
  }
  const canRetry = canHelp(refusal?.code)
  return { stage: 'failed', error: message, canRetry, isUnreachable: !refusal }
}

export function uploadedState(photo: UploadedPhoto, file: File): UploadedState {
  return {
    stage: 'done',
    photoId: photo.id,
    fileName: photo.fileName,
    source: photo.source ?? photo.sourceName ?? file.name,
    warning: photo.warning,
    isRestored: photo.isRestored === true,
    wasInTrash: photo.wasInTrash === true,
  }
}

/** The state of a file that waited for the owner's decision. */
export function decidedState(pendingId: string, outcome: Outcome, file: File): UploadState {
  if (outcome.kind === 'added') return { ...uploadedState(outcome.photo, file), isOfItsOwn: true }
  if (outcome.kind === 'discarded' || outcome.kind === 'gone') return { stage: outcome.kind }
  const { after, hasLostCrop } = outcome.replacement
  const { id: photoId, fileName, warning } = after
  const isUndone = outcome.kind === 'undone'
  return { stage: 'replaced', pendingId, photoId, fileName, hasLostCrop, warning, isUndone }
}

export function pendingIdOf(state: UploadState): string | undefined {
  if (state.stage === 'matched') return state.pending.id
  return state.stage === 'replaced' ? state.pendingId : undefined
}

/** Browsers make unique ids only for pages that were sent over https. */
export const newRun = (): string => `${Date.now()}-${Math.random()}`

type InGallery = Extract<UploadState, { stage: 'done' | 'duplicate' | 'replaced' }>

export const isInGallery = (state: UploadState): state is InGallery =>
  state.stage === 'done' || state.stage === 'duplicate' || state.stage === 'replaced'

/** Not for a photo that was in the gallery or in its trash before. */
export const isNewPhoto = (state: UploadState): state is UploadedState =>
  state.stage === 'done' && !state.isRestored && !state.wasInTrash

/** Not if the file itself was refused. */
const canHelp = (code: number | undefined): boolean =>
  code === undefined || code >= 500 || [401, 403, 408, 429].includes(code)

/** Whether the file is waiting or being uploaded. */
export const isOpen = ({ stage }: UploadState): boolean =>
  stage === 'waiting' || stage === 'sending' || stage === 'processing'

export function isRetryable(state: UploadState, placement: Placement): boolean {
  if (typeof placement === 'object') return true
  if (state.stage === 'failed') return state.canRetry
  if (state.stage === 'done') return typeof state.photostream === 'object'
  return state.stage === 'cancelled'
}

export type UploadTotals = {
  readonly total: number
  /** Files that are waiting or being uploaded. */
  readonly open: number
  readonly uploaded: number
  readonly replaced: number
  /** Files that wait for the owner's decision. */
  readonly matched: number
  readonly duplicates: number
  readonly failed: number
  readonly cancelled: number
  /** Failed files for which a retry can help. */
  readonly retryable: number
  /** Bytes of all files, and those processed. */
  readonly bytes: number
  readonly bytesProcessed: number
}

export const noUploads: UploadTotals = {
  total: 0,
  open: 0,
  uploaded: 0,
  replaced: 0,
  matched: 0,
  duplicates: 0,
  failed: 0,
  cancelled: 0,
  retryable: 0,
  bytes: 0,
  bytesProcessed: 0,
}

/** Which total a file counts for by the stage that it ended in. */
const countedAs: Partial<Record<UploadState['stage'], keyof UploadTotals>> = {
  done: 'uploaded',
  replaced: 'replaced',
  matched: 'matched',
  duplicate: 'duplicates',
  failed: 'failed',
  cancelled: 'cancelled',
  discarded: 'cancelled',
}

/** The share of a file's progress that sending counts for; the rest is processing. */
const sentPart = 0.8

export function totalsOf(
  uploads: Iterable<{
    readonly size: number
    readonly state: UploadState
    readonly placement: Placement
  }>,
): UploadTotals {
  const totals: { -readonly [Key in keyof UploadTotals]: number } = { ...noUploads }
  for (const { size, state, placement } of uploads) {
    totals.total++
    totals.bytes += size
    totals.bytesProcessed += bytesProcessed(size, state)
    if (isOpen(state)) totals.open++
    const counted = countedAs[state.stage]
    if (counted) totals[counted]++
    if (isRetryable(state, placement) && state.stage !== 'cancelled') totals.retryable++
  }
  return totals
}

function bytesProcessed(size: number, state: UploadState): number {
  if (state.stage === 'waiting') return 0
  if (state.stage === 'sending') return state.sent * sentPart
  return state.stage === 'processing' ? size * sentPart : size
}

/** Overall progress, 0 to 100. */
export const percentOf = ({ bytes, bytesProcessed }: UploadTotals): number =>
  bytes === 0 ? 0 : Math.round((bytesProcessed / bytes) * 100)

/** When sending started, and how many bytes had been processed by then. */
export type Run = { readonly startedAt: number; readonly bytesProcessed: number }

/** Estimated from the pace so far; undefined in the first seconds. */
export function secondsLeft(totals: UploadTotals, run: Run | undefined): number | undefined {
  if (!run) return undefined
  const seconds = (performance.now() - run.startedAt) / 1000
  const processed = totals.bytesProcessed - run.bytesProcessed
  if (seconds < 3 || processed <= 0) return undefined
  return ((totals.bytes - totals.bytesProcessed) * seconds) / processed
}
