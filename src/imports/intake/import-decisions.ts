import { availableParallelism } from 'node:os'
import type { PendingUpload } from '../../contract/photos/versions.ts'
import { AppError, StoreError } from '../../core/errors.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { NoteImport } from '../note-import.ts'
import { inParallel, reasonOf } from './import-lanes.ts'
import type { ImportEvent, LeftOut, MatchDecision, MatchedFile } from './import-request.ts'
import type { Waiting } from './waiting.ts'

type Parts = { waiting: Waiting; noteImport: NoteImport }

type How = {
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
export async function* carryOutDecisions(
  decisions: readonly MatchDecision[],
  { waiting, noteImport }: Parts,
  { isCancelled, isContinued, leftOut = () => ({}) }: How,
): AsyncGenerator<ImportEvent> {
  let next = 0
  const decideNext = async (): Promise<ImportEvent | undefined> => {
    const wanted = isCancelled() ? undefined : decisions[next++]
    if (!wanted) return undefined
    const { id, path } = wanted
    // Two files of one import that match one photo are two photos.
    const decision = waiting.isContested(id) ? 'keep-both' : wanted.decision
    try {
      const decided = await waiting.decide(id, decision)
      noteImport('cli', 'imported')
      if (decided.kind === 'replaced') {
        const { photo, hasLostCrop } = decided.photo
        return { kind: 'replaced', path, hasLostCrop, ...leftOut(photo.id) }
      }
      if (decided.kind !== 'new') return undefined
      const { id: photo, warning } = decided.photo
      return { kind: 'imported', path, id: photo, warning, keptBoth: true }
    } catch (error) {
      if (isCancelled() && error instanceof StoreError) return undefined
      const isGone = error instanceof AppError && error.code === 404
      if (isGone && isContinued) return { kind: 'duplicate', path }
      const isHere = error instanceof AppError && error.details?.photoId !== undefined
      noteImport('cli', isHere ? 'duplicate' : 'failed')
      if (isHere) return { kind: 'duplicate', path }
      return { kind: 'failed', path, reason: isGone ? decidedElsewhere : reasonOf(error) }
    }
  }
  yield* inParallel(decideNext, availableParallelism())
}

const decidedElsewhere = 'it no longer waits for a decision; it was decided on the website'
