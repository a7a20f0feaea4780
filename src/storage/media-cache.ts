import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { copyFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../core/clock.ts'
import { createEviction, keepMs } from './cache-eviction.ts'
import { type CacheUses, createCacheUses } from './cache-uses.ts'
import { stagingFolder } from './cached-keys.ts'
import { hasDiskSpace } from './library.ts'
import type { LocalFile } from './media.ts'
import { createRecentKeys } from './recent-keys.ts'

/** How often a file's last use is recorded, in its mtime and in the index, in ms. */
const touchIntervalMs = 3_600_000
/** How many files are removed before other work gets a turn. */
const removedAtOnce = 50

export type MediaCache = ReturnType<typeof createMediaCache>

/**
 * Copies of files of a bucket, and files that are only for this machine, at `folder`/key. Above
 * `budget` bytes, or on a full disk, the least recently used are deleted in the background, down to
 * 90 %. If the index of their last uses is lost, it is made again from the files.
 */
export function createMediaCache(parts: {
  folder: string
  budget: number
  /** Called after files were deleted, so that the caller can forget them. */
  onEvicted: (keys: string[]) => void
  clock?: Clock
  hasSpace?: () => Promise<boolean>
}) {
  const { folder, budget, onEvicted } = parts
  const now = parts.clock?.now ?? Date.now
  const elapsed = parts.clock?.elapsed ?? (() => performance.now())
  const hasSpace = parts.hasSpace ?? (() => hasDiskSpace(folder, 'derived'))
  const recent = createRecentKeys(keepMs, elapsed)
  const uses: CacheUses = createCacheUses({ folder, now, afterBatch: () => eviction.settle() })
  const files = createCachedFiles({ folder, recent, indexed: uses.indexed, now })
  const eviction = createEviction({
    budget,
    files,
    recent,
    uses,
    onEvicted,
    hasSpace,
    now,
    elapsed,
  })

  uses.start()

  return {
    get: files.get,
    has: files.has,
    /**
     * Adds a complete file, which is moved here, or its content. `isWanted` is asked last: if it
     * returns false, nothing is added.
     */
    put: async (
      key: string,
      source: string | Uint8Array,
      isWanted = () => true,
    ): Promise<LocalFile | undefined> => {
      try {
        return await files.put(key, source, isWanted)
      } finally {
        void eviction.settle()
      }
    },
    /** Ignores files that are not here. */
    remove: async (keys: readonly string[]): Promise<void> => {
      for (const [number, key] of keys.entries()) {
        files.drop(key)
        if (number % removedAtOnce === removedAtOnce - 1) await Bun.sleep(0)
      }
    },
    /** The size of all files that have been counted. */
    bytes: uses.bytes,
    /** Whether all files have been counted, which takes a while after the index was lost. */
    isCounted: uses.isCounted,
    /** Frees space if the budget is exceeded or the disk almost full. */
    settle: eviction.settle,
    close: (): void => {
      eviction.close()
      uses.close()
    },
  }
}

/**
 * The files themselves. Each change of one and of the index is one step, so that they never
 * disagree.
 */
function createCachedFiles({
  folder,
  recent,
  indexed,
  now,
}: {
  folder: string
  recent: ReturnType<typeof createRecentKeys>
  indexed: CacheUses['indexed']
  now: () => number
}) {
  const pathOf = (key: string) => join(folder, key)
  const staging = emptyStaging(folder)

  const drop = (key: string): void => {
    rmSync(pathOf(key), { force: true })
    indexed((current) => current.remove(key))
  }

  const place = (from: string, key: string): LocalFile => {
    const path = pathOf(key)
    renameInto(from, path)
    recent.add(key)
    const { size } = statSync(path)
    indexed((current) => current.put({ key, bytes: size, usedAt: now() }))
    return { path, bytes: size }
  }

  const setUsedNow = (path: string) => utimes(path, now() / 1000, now() / 1000)

  return {
    drop,
    /** Finds a file. If it does not have the size `bytes`, it is deleted. */
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
    put: async (
      key: string,
      source: string | Uint8Array,
      isWanted: () => boolean,
    ): Promise<LocalFile | undefined> => {
      const own = join(staging, randomBytes(16).toString('hex'))
      try {
        if (typeof source !== 'string') await writeFile(own, source, { mode: 0o600 })
        const from = typeof source === 'string' ? source : own
        await setUsedNow(from)
        try {
          return isWanted() ? place(from, key) : undefined
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
          await copyFile(from, own)
          await setUsedNow(own)
          await rm(from, { force: true })
          return isWanted() ? place(own, key) : undefined
        }
      } finally {
        await rm(own, { force: true })
      }
    },
  }
}

/** Makes an empty folder for files that are not complete yet. */
function emptyStaging(folder: string): string {
  const staging = join(folder, stagingFolder)
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true, mode: 0o700 })
  return staging
}

function renameInto(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    renameSync(from, to)
  }
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}
