import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { warn } from '../core/log.ts'
import { type CacheIndex, openCacheIndex } from './cache-index.ts'
import { cachedKeys } from './cached-keys.ts'

/** How many files are counted between two pauses. */
const batchSize = 50
const pauseMs = 2
/** When the next attempt is made if the index failed again. */
const retryMs = 20_000

export type CacheUses = ReturnType<typeof createCacheUses>

/**
 * The index of a cache's files, made again from them whenever it is missing, damaged, or left by a
 * program that was killed. `afterBatch` is called, and waited for, while files are counted.
 */
export function createCacheUses(parts: {
  folder: string
  now: () => number
  afterBatch: () => Promise<void>
}) {
  const { folder, now, afterBatch } = parts
  const pathOf = (key: string) => join(folder, key)
  let index: CacheIndex | undefined
  let isWhole = false
  let isClosed = false
  let failedAt = -retryMs
  let timer: ReturnType<typeof setTimeout> | undefined

  const start = () => {
    try {
      index = openCacheIndex(join(folder, 'index.db'), now())
      isWhole = index.isWhole
    } catch (error) {
      return lose(error)
    }
    if (isWhole) return
    addAllFiles(index).catch((error: unknown) => {
      warn(`Some files of the media cache cannot be counted: ${String(error)}`)
    })
  }

  const lose = (error: unknown) => {
    warn(`The index of the media cache is made again from its files: ${String(error)}`)
    try {
      index?.discard()
    } catch {}
    index = undefined
    isWhole = false
    if (isClosed) return
    const isRepeated = performance.now() - failedAt < retryMs
    failedAt = performance.now()
    clearTimeout(timer)
    timer = setTimeout(start, isRepeated ? retryMs : 0)
    timer.unref()
  }

  /** Never throws: the files can be used even if the index cannot. */
  const indexed = <T>(work: (index: CacheIndex) => T): T | undefined => {
    try {
      return index && work(index)
    } catch (error) {
      lose(error)
      return undefined
    }
  }

  const addAllFiles = async (target: CacheIndex) => {
    const isCurrent = () => index === target && !isClosed
    for await (const keys of cachedKeys(folder, batchSize)) {
      // The disk is waited for here rather than in add().
      await Promise.all(keys.map((key) => stat(pathOf(key)).catch(() => undefined)))
      if (!isCurrent()) return
      indexed((current) => current.together(() => keys.forEach(add)))
      await afterBatch()
      await Bun.sleep(pauseMs)
    }
    isWhole = isCurrent()
    await afterBatch()
  }

  /**
   * Reads the file's state and records it in one step, so that the index never disagrees with it.
   */
  const add = (key: string) => {
    const found = statSync(pathOf(key), { throwIfNoEntry: false })
    const usedAt = Math.round(Math.min(found?.mtimeMs ?? 0, now()))
    if (found) index?.put({ key, bytes: found.size, usedAt })
  }

  return {
    start,
    indexed,
    /** The size of all files that have been counted. */
    bytes: () => index?.bytes() ?? 0,
    isCounted: () => isWhole,
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
      try {
        index?.close(isWhole)
      } catch {}
      index = undefined
    },
  }
}
