import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../core/clock.ts'
import { warn } from '../core/log.ts'
import { createCacheUses } from './cache-uses.ts'
import { stagingFolder } from './cached-keys.ts'
import { hasDiskSpace } from './library.ts'
import type { LocalFile } from './media.ts'
import { createRecentKeys } from './recent-keys.ts'

/** The last use is recorded once in this time, in the file's mtime and in the index. */
const touchIntervalMs = 3_600_000
/** A file that was used in this time is not deleted. */
const keepMs = 60_000
/** What is deleted between two pauses. */
const batchSize = 50
const pauseMs = 2
/** When the next attempt is made if nothing could be deleted. */
const retryMs = 20_000
/** How long it is waited until more is deleted because the disk is full. */
const giveWayMs = 10_000
/** What is left when files have been deleted, of the budget, or of all files on a full disk. */
const settledShare = 0.9

export type MediaCache = ReturnType<typeof createMediaCache>

/**
 * Copies of files of a bucket, and files that are only for this machine, at `folder`/key. Above
 * `budget` bytes, or on a full disk, the least recently used are deleted in the background, down to
 * 90 %. The files count: the index of their last uses is made again from them whenever it is lost.
 */
export function createMediaCache(parts: {
  folder: string
  budget: number
  /** They are gone, and what says that they are here should be too. */
  onEvicted: (keys: string[]) => void
  clock?: Clock
  hasSpace?: () => Promise<boolean>
}) {
  const { folder, budget, onEvicted } = parts
  const now = parts.clock?.now ?? Date.now
  const hasSpace = parts.hasSpace ?? (() => hasDiskSpace(folder, 'derived'))
  const pathOf = (key: string) => join(folder, key)
  const elapsed = parts.clock?.elapsed ?? (() => performance.now())
  const recent = createRecentKeys(keepMs, elapsed)

  const staging = join(folder, stagingFolder)
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true, mode: 0o700 })

  let isClosed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let settling: Promise<void> | undefined
  let gaveWayAt = Number.NEGATIVE_INFINITY

  const { bytes, indexed, ...uses } = createCacheUses({ folder, now, afterBatch: () => settle() })

  /** In one step, so that the index never disagrees with the files. */
  const drop = (key: string) => {
    rmSync(pathOf(key), { force: true })
    indexed((current) => current.remove(key))
  }

  /** One file that cannot be deleted does not keep the others. */
  const tryToDrop = (key: string): boolean => {
    try {
      drop(key)
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

  const tryAgain = () => {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      void settle()
    }, retryMs)
    timer.unref()
  }
  const isSettled = () => bytes() <= settledShare * budget
  const isOver = () => bytes() > budget

  /** Some file systems say only after a while that there is space again. */
  const giveWay = async () => {
    if (elapsed() - gaveWayAt < giveWayMs || (await hasSpace())) return
    gaveWayAt = elapsed()
    const least = settledShare * bytes()
    const isEnough = () => bytes() <= least
    while (!isEnough() && !(await hasSpace()) && (await evictSome(isEnough))) {}
    tryAgain()
  }

  const settleNow = async () => {
    try {
      do {
        if (isOver()) while (!isSettled() && (await evictSome(isSettled))) {}
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

  const place = (from: string, key: string): LocalFile => {
    const path = pathOf(key)
    try {
      renameSync(from, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      renameSync(from, path)
    }
    recent.add(key)
    const { size } = statSync(path)
    indexed((current) => current.put({ key, bytes: size, usedAt: now() }))
    return { path, bytes: size }
  }

  uses.start()

  return {
    /** The file, if it is here; one that has not the size `bytes` is deleted. */
    get: async (key: string, bytes?: number): Promise<LocalFile | undefined> => {
      // First, so that it cannot be deleted between this and its use.
      recent.add(key)
      const path = pathOf(key)
      const found = await stat(path).catch(absent)
      if (!found) return undefined
      if (bytes !== undefined && found.size !== bytes) {
        if (statSync(path, { throwIfNoEntry: false })?.size !== bytes) drop(key)
        return undefined
      }
      const time = now()
      if (Math.abs(time - found.mtimeMs) > touchIntervalMs) {
        indexed((current) => current.touch(key, time))
        utimes(path, time / 1000, time / 1000).catch(() => undefined)
      }
      return { path, bytes: found.size }
    },
    has: async (key: string): Promise<boolean> =>
      (await stat(pathOf(key)).catch(absent)) !== undefined,
    /**
     * Takes a whole file, which is moved here, or its content, unless `isWanted` says at the last
     * moment that it is not.
     */
    put: async (
      key: string,
      source: string | Uint8Array,
      isWanted = () => true,
    ): Promise<LocalFile | undefined> => {
      const own = join(staging, randomBytes(16).toString('hex'))
      try {
        if (typeof source !== 'string') await writeFile(own, source, { mode: 0o600 })
        const from = typeof source === 'string' ? source : own
        await utimes(from, now() / 1000, now() / 1000)
        try {
          return isWanted() ? place(from, key) : undefined
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
          await copyFile(from, own)
          await utimes(own, now() / 1000, now() / 1000)
          await rm(from, { force: true })
          return isWanted() ? place(own, key) : undefined
        }
      } finally {
        await rm(own, { force: true })
        void settle()
      }
    },
    /** Those that are not here do not matter. */
    remove: async (keys: readonly string[]): Promise<void> => {
      for (const [number, key] of keys.entries()) {
        drop(key)
        if (number % batchSize === batchSize - 1) await Bun.sleep(0)
      }
    },
    /** Of all files, as far as they have been counted. */
    bytes,
    /** Whether all have been, which takes a while after the index was lost. */
    isCounted: uses.isCounted,
    /** Makes room if the budget is exceeded or the disk almost full. */
    settle,
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
      uses.close()
    },
  }
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
