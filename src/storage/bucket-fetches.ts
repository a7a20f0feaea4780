import { rm } from 'node:fs/promises'
import { limit } from '../core/concurrency/limit.ts'
import { isDiskFull } from '../core/database/disk-full.ts'
import type { Bucket } from './bucket.ts'
import { storeBusy } from './bucket-failures.ts'
import type { LocalFile } from './media.ts'
import type { MediaCache } from './media-cache.ts'
import { createOutage } from './outage.ts'

/** More would only share the same bandwidth, and each needs a connection and a file. */
const downloadsAtOnce = 32
/** Later requests would wait longer than visitors do. */
const mostWaiting = 512

/** Downloads into the cache. Requests for the same key share one download. */
export function createFetches(parts: {
  bucket: Bucket
  cache: MediaCache
  temporary: () => string
}) {
  const { bucket, cache, temporary } = parts
  const underWay = new Map<string, Promise<LocalFile | undefined>>()
  const limited = limit(downloadsAtOnce)
  const outage = createOutage()

  const download = async (key: string, path: string): Promise<boolean> => {
    try {
      return await bucket.download(key, path)
    } catch (error) {
      if (!isDiskFull(error)) throw error
      await cache.settle()
      return bucket.download(key, path)
    }
  }

  const inTurn = async (key: string, path: string): Promise<boolean> => {
    await outage.settled()
    if (limited.waiting() >= mostWaiting) throw storeBusy()
    return limited(() => outage.run(() => download(key, path)))
  }

  const fetched = async (key: string, isWanted: () => boolean): Promise<LocalFile | undefined> => {
    const path = temporary()
    try {
      if (!(await inTurn(key, path))) return undefined
      return (await cache.put(key, path, isWanted)) ?? (await fetch(key))
    } finally {
      await rm(path, { force: true })
    }
  }

  /** @returns undefined if the bucket has no such object. */
  const fetch = (key: string): Promise<LocalFile | undefined> => {
    const current = underWay.get(key)
    if (current) return current
    const isWanted = () => underWay.get(key) === fetching
    const fetching = fetched(key, isWanted).finally(() => {
      if (isWanted()) underWay.delete(key)
    })
    underWay.set(key, fetching)
    return fetching
  }

  return {
    fetch,
    /**
     * Call before the objects are changed or removed: a download in progress is not cached then.
     */
    forget: (keys: readonly string[]): void => {
      for (const key of keys) underWay.delete(key)
    },
  }
}
