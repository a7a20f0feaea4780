import { AppError, StoreError, StoreRefusal } from '../core/errors.ts'
import { warn } from '../core/log.ts'
import { BucketError } from './bucket-error.ts'

const warningIntervalMs = 60_000
/** In seconds, if the store does not say. */
const retryAfter = { unavailable: 5, refused: 30 }

/**
 * Turns a bucket's failures into errors for callers and visitors. The log gets the reason, at most
 * once a minute.
 */
export function createFailures(monotonicNow: () => number = () => performance.now()) {
  let warnedAt = Number.NEGATIVE_INFINITY
  let trouble: string | undefined
  const tellOperator = (reason: string) => {
    if (monotonicNow() - warnedAt < warningIntervalMs) return
    warnedAt = monotonicNow()
    warn(`Media store: ${reason}`)
  }

  const appErrorOf = (error: unknown): unknown => {
    if (!(error instanceof BucketError)) return error
    if (error.kind === 'conflict') return new Error(error.message, { cause: error })
    trouble = error.message
    tellOperator(error.message)
    if (error.kind === 'full') return storeFull()
    return error.kind === 'refused' ? storeRefuses() : storeSilent(error.retryAfterS)
  }

  return {
    appErrorOf,
    /** Why the last use of the bucket failed; undefined since one has succeeded. */
    trouble: () => trouble,
    /**
     * @throws AppError 503 or 507 for a bucket's failure, Error for other content than expected.
     */
    translated: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        const result = await work()
        trouble = undefined
        return result
      } catch (error) {
        throw appErrorOf(error)
      }
    },
  }
}

export const storeSilent = (seconds: number = retryAfter.unavailable) =>
  new StoreError(503, 'the photo store is not answering; try again shortly', undefined, {
    'Retry-After': String(Math.max(1, seconds)),
  })

/** Too many pictures are fetched, or there is no space for them. */
export const storeBusy = () =>
  new AppError(503, 'too many pictures are being fetched; try again shortly', undefined, {
    'Retry-After': String(retryAfter.unavailable),
  })

/** The reason is in the log only: it concerns the operator. */
export const storeRefuses = () =>
  new StoreRefusal(
    503,
    'the photo store cannot be used at the moment; try again later',
    undefined,
    {
      'Retry-After': String(retryAfter.refused),
    },
  )

const storeFull = () =>
  new StoreError(507, 'the photo store is full; free some space there and try again')
