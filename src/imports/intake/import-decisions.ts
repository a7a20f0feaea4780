import { availableParallelism } from 'node:os'
import type { PendingUpload } from '../../contract/photos/versions.ts'
import { mapLimit } from '../../core/concurrency/limit.ts'
import { AppError, StoreError } from '../../core/errors.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { NoteImport } from '../note-import.ts'
import type { ImportEvent, LeftOut, MatchDecision, MatchedFile } from './import-request.ts'
import type { PendingFiles } from './pending-files.ts'
import { reasonOf } from './store-retry.ts'

type Parts = { pendingFiles: PendingFiles; noteImport: NoteImport }

type DecisionOptions = {
  readonly isCancelled: () => boolean
  /** An earlier part may have carried out some of them. */
  readonly isContinued: boolean
  /** The albums that a photo is not added to because it was in the gallery. */
  readonly leftOut?: (photoId: string) => { leftOut?: LeftOut }
}

/** What a file matched, for a person to decide. */
export function matchedFile(
  path: string,
  fileDate: string,
  { id, rule, photo }: PendingUpload,
  versions: Pick<Versions, 'list'>,
): MatchedFile {
  const { addedAt } = versions.list(photo.id).find(({ isCurrent }) => isCurrent)!
  const name = photo.title || photo.sourceName || photo.fileName
  return { id, path, rule, fileDate, photo: { name, addedAt } }
}

/** One event for each; one that cannot be carried out waits on. */
export async function* applyDecisions(
  decisions: readonly MatchDecision[],
  parts: Parts,
  options: DecisionOptions,
): AsyncGenerator<ImportEvent> {
  const apply = (decision: MatchDecision) => applyDecision(decision, parts, options)
  const wanted = until(options.isCancelled, decisions)
  for await (const event of mapLimit(wanted, availableParallelism(), apply)) {
    if (event) yield event
  }
}

/** The items, until nothing more is to be begun. */
export function* until<T>(isStopped: () => boolean, items: Iterable<T>): Generator<T> {
  for (const item of items) {
    if (isStopped()) return
    yield item
  }
}

/** @returns undefined if it was cancelled: it is as if the decision had not begun. */
async function applyDecision(
  { id, path, decision }: MatchDecision,
  { pendingFiles, noteImport }: Parts,
  options: DecisionOptions,
): Promise<ImportEvent | undefined> {
  // Two files of one import that match one photo are two photos.
  const wanted = pendingFiles.isContested(id) ? 'keep-both' : decision
  try {
    const decided = await pendingFiles.decide(id, wanted)
    noteImport('cli', 'imported')
    if (decided.kind === 'replaced') {
      const { photo, hasLostCrop } = decided.photo
      return { kind: 'replaced', path, hasLostCrop, ...options.leftOut?.(photo.id) }
    }
    if (decided.kind !== 'new') return undefined
    const { id: photo, warning } = decided.photo
    return { kind: 'imported', path, id: photo, warning, keptBoth: true }
  } catch (error) {
    if (options.isCancelled() && error instanceof StoreError) return undefined
    return failedDecision(path, error, { noteImport, isContinued: options.isContinued })
  }
}

function failedDecision(
  path: string,
  error: unknown,
  { noteImport, isContinued }: { noteImport: NoteImport; isContinued: boolean },
): ImportEvent {
  const isGone = error instanceof AppError && error.code === 404
  if (isGone && isContinued) return { kind: 'duplicate', path }
  const isHere = error instanceof AppError && error.details?.photoId !== undefined
  noteImport('cli', isHere ? 'duplicate' : 'failed')
  if (isHere) return { kind: 'duplicate', path }
  return { kind: 'failed', path, reason: isGone ? decidedElsewhere : reasonOf(error) }
}

const decidedElsewhere = 'it no longer waits for a decision; it was decided on the website'
