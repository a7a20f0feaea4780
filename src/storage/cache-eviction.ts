import { warn } from '../core/log.ts'
import type { CacheUses } from './cache-uses.ts'
import type { createRecentKeys } from './recent-keys.ts'

/** A file that was used in this time is not deleted. */
export const keepMs = 60_000
/** How many files are deleted between two pauses. */
const batchSize = 50
const pauseMs = 2
/** When the next attempt is made if nothing could be deleted. */
const retryMs = 20_000
/** How long the disk is given to report the space of deleted files before more are deleted. */
const giveWayMs = 10_000
/** What is left when files have been deleted, of the budget, or of all files on a full disk. */
const settledShare = 0.9

/**
 * Deletes the least recently used files of a cache while they are over the budget, or the disk is
 * full.
 */
export function createEviction({
  budget,
  files,
  recent,
  uses,
  onEvicted,
  hasSpace,
  now,
  elapsed,
}: {
  budget: number
  files: { drop: (key: string) => void }
  recent: Pick<ReturnType<typeof createRecentKeys>, 'has'>
  uses: Pick<CacheUses, 'bytes' | 'indexed'>
  onEvicted: (keys: string[]) => void
  hasSpace: () => Promise<boolean>
  now: () => number
  elapsed: () => number
}) {
  const { bytes, indexed } = uses
  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let settling: Promise<void> | undefined
  let gaveWayAt = Number.NEGATIVE_INFINITY

  /** One file that cannot be deleted does not keep the others. */
  const tryToDrop = (key: string): boolean => {
    try {
      files.drop(key)
      return true
    } catch (error) {
      warn(`A file of the media cache cannot be deleted: ${String(error)}`)
      return false
    }
  }

  /** @returns false if there is nothing to delete. */
  const evictSome = async (isEnough: () => boolean): Promise<boolean> => {
    const time = now()
    const keys = indexed((current) => current.leastUsed(time - keepMs, batchSize)) ?? []
    const evicted: string[] = []
    for (const key of keys) {
      if (isEnough()) break
      if (!recent.has(key) && tryToDrop(key)) evicted.push(key)
      else indexed((current) => current.touch(key, time))
    }
    if (evicted.length > 0) onEvicted(evicted)
    await Bun.sleep(pauseMs)
    return keys.length > 0
  }

  const evictUntil = async (isEnough: () => boolean): Promise<void> => {
    let hasMore = true
    while (hasMore && !isEnough()) hasMore = await evictSome(isEnough)
  }

  const isSettled = () => bytes() <= settledShare * budget
  const isOver = () => bytes() > budget

  /** Some file systems report freed space only after a while. */
  const giveWay = async () => {
    if (elapsed() - gaveWayAt < giveWayMs || (await hasSpace())) return
    gaveWayAt = elapsed()
    const least = settledShare * bytes()
    const isEnough = () => bytes() <= least
    let hasMore = true
    while (hasMore && !isEnough() && !(await hasSpace())) hasMore = await evictSome(isEnough)
    tryAgain()
  }

  const settleNow = async () => {
    try {
      do {
        if (isOver()) await evictUntil(isSettled)
        await giveWay()
      } while (isOver() && (await evictSome(isSettled)))
    } catch (error) {
      warn(`The media cache cannot delete files: ${String(error)}`)
      tryAgain()
    }
    settling = undefined
    if (isOver()) tryAgain()
  }

  const settle = (): Promise<void> => {
    settling ??= settleNow()
    return settling
  }

  const tryAgain = () => {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      void settle()
    }, retryMs)
    timer.unref()
  }

  return {
    /** Resolves when enough has been deleted, or nothing more can be. */
    settle,
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
