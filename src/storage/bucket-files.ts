import { rm } from 'node:fs/promises'
import { extname } from 'node:path'
import { ownValue } from '../contract/own-value.ts'
import { mapLimitInOrder } from '../core/concurrency/limit.ts'
import { retry } from '../core/concurrency/retry.ts'
import type { Bucket } from './bucket.ts'
import { BucketError } from './bucket-error.ts'
import type { ListedObject } from './bucket-list.ts'
import { openListing } from './bucket-listing.ts'
import type { Library } from './library.ts'
import type { WritableFiles } from './media-files.ts'

/** Requests at a time: each spends most of its time waiting for the bucket. */
const requestsAtOnce = 8
const listedAtOnce = 1000
/** Between attempts while the bucket does not answer: a backup can take days. */
const pausesMs = [1000, 4000]

const types: Record<string, string> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
}

/**
 * The files of a gallery in its bucket. Each folder is listed once, when it is first asked
 * about. `address` is 's3://bucket/prefix'.
 */
export function bucketFiles({
  bucket,
  library,
  address,
  awsFlags,
  onListed,
}: {
  bucket: Bucket
  library: Library
  address: string
  awsFlags: string
  /** The number of objects listed so far. */
  onListed: (count: number) => void
}): WritableFiles {
  const listing = openListing(library.temporary())
  const folders = new Map<string, Promise<void>>()
  let count = 0

  const list = async (folder: string) => {
    let page: ListedObject[] = []
    const settle = () => {
      listing.add(page)
      count += page.length
      page = []
      onListed(count)
    }
    for await (const object of bucket.list(`${folder}/`)) {
      page.push(object)
      if (page.length === listedAtOnce) settle()
    }
    settle()
  }
  const listed = (folder: string): Promise<void> => {
    const known = folders.get(folder) ?? list(folder)
    folders.set(folder, known)
    return known
  }

  return {
    kind: 'bucket',
    recall: async (key) => {
      await listed(key.slice(0, key.indexOf('/')))
      return listing.find(key)
    },
    find: (key) => withRetries(() => bucket.head(key)),
    open: async (key) => {
      const path = library.temporary()
      if (!(await withRetries(() => bucket.download(key, path)))) return undefined
      return { path, [Symbol.asyncDispose]: () => rm(path, { force: true }) }
    },
    download: (key, path) => withRetries(() => bucket.download(key, path)),
    keysIn: async function* (folder) {
      await listed(folder)
      yield* listing.keysIn(folder)
    },
    present: async (keys) => {
      const found: string[] = []
      const find = async (key: string) =>
        (await withRetries(() => bucket.head(key))) ? key : undefined
      for await (const key of mapLimitInOrder(keys, requestsAtOnce, find)) {
        if (key !== undefined) found.push(key)
      }
      return found
    },
    nameOf: (key) => `${address}/${key}`,
    awsFlags,
    add: async (key, path, file) => {
      try {
        const type = ownValue(types, extname(key)) ?? 'application/octet-stream'
        await withRetries(() => bucket.create(key, { path }, file, type))
        return true
      } catch (error) {
        if (error instanceof BucketError && error.kind === 'conflict') return false
        throw error
      }
    },
    close: listing.close,
  }
}

const withRetries = <T>(work: () => Promise<T>): Promise<T> => retry(work, { pauseAfter })

function pauseAfter(error: unknown, failures: number): number | undefined {
  if (!(error instanceof BucketError) || error.kind !== 'unavailable') return undefined
  const pauseMs = pausesMs[failures - 1]
  return pauseMs && ((error.retryAfterS ?? 0) * 1000 || pauseMs)
}
