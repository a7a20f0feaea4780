import { isDiskFull } from '../../core/database/disk-full.ts'
import { AppError, StoreError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import { DriveError } from './drive-error.ts'
import type { FailureCause } from './failures.ts'

export type Outcome = {
  readonly reason: string
  readonly cause: FailureCause
  /** Whether Drive may not be responding at all, rather than refusing this file. */
  readonly isDoubtful: boolean
}

/** Why a file failed. Rethrows errors that affect the whole import. */
export function outcomeOf(error: unknown, isTooLarge: boolean): Outcome {
  if (error instanceof StoreError) throw error
  if (isDiskFull(error)) throw new AppError(507, 'the disk holding the data folder is full')
  if (error instanceof AppError) {
    const cause = error.code === 413 && isTooLarge ? 'size' : 'content'
    return { reason: error.message, cause, isDoubtful: false }
  }
  if (!(error instanceof DriveError)) {
    return { reason: reasonOfUnexpected(error), cause: 'moment', isDoubtful: false }
  }
  const { kind, message: reason, status } = error
  const isOnlyThisFile = status === 401
  if (kind === 'refused' || (kind === 'closed' && !isOnlyThisFile)) throw error
  if (kind === 'blocked') return { reason, cause: 'access', isDoubtful: false }
  return { reason, cause: 'moment', isDoubtful: kind !== 'gone' }
}

/** System errors would affect the next file too; anything else counts as this file's. */
function reasonOfUnexpected(error: unknown): string {
  if (typeof (error as { code?: unknown }).code === 'string') throw error
  warn(`Could not import a photo from Google Drive: ${stackOf(error)}`)
  return 'internal error; see the log'
}
