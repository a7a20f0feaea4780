import { rm } from 'node:fs/promises'
import { CryptoHasher } from 'bun'
import { eachLimit } from '../core/concurrency/limit.ts'
import { isDiskFull } from '../core/database/disk-full.ts'
import { warn } from '../core/log.ts'
import { md5Of } from '../images/md5.ts'
import type { Bucket } from './bucket.ts'
import { BucketError } from './bucket-error.ts'
import { createFailures, storeBusy } from './bucket-failures.ts'
import { createFetches } from './bucket-fetches.ts'
import type { ExpectedObject } from './download-to.ts'
import { hasDiskSpace, type Library } from './library.ts'
import type { Media, ReceivedFile } from './media.ts'
import type { MediaCache } from './media-cache.ts'

/** How many small requests one call sends at a time. */
const requestsAtOnce = 6

/**
 * Media in a bucket, with a cache on this machine's disk. `ready` rejects unless it is the right
 * bucket.
 */
export function createBucketMedia({
  bucket,
  library,
  cache,
  ready,
  failures = createFailures(),
}: {
  bucket: Bucket
  library: Library
  cache: MediaCache
  ready: () => Promise<void>
  failures?: ReturnType<typeof createFailures>
}): Media {
  const fetches = createFetches({ bucket, cache, temporary: library.temporary })
  const copies = createLocalCopies({ library, cache, fetches })
  const objects = createObjects({ bucket, temporary: library.temporary, copies })

  /** Sends no request before the marker has shown that the bucket is this gallery's. */
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready()
    return failures.translated(work)
  }

  return {
    kind: 'bucket',
    open: async (key, bytes) => {
      const cached = await cache.get(key, bytes)
      if (cached) return cached
      const file = await asking(() => fetches.fetch(key)).catch((error: unknown) => {
        throw isDiskFull(error) ? storeBusy() : error
      })
      return bytes === undefined || file?.bytes === bytes ? file : undefined
    },
    openLocal: cache.get,
    beginning: async (key, bytes) => {
      const cached = await cache.get(key)
      if (cached) return Bun.file(cached.path).slice(0, bytes).bytes()
      return asking(() => objects.beginning(key, bytes))
    },
    compare: (key, file) => asking(() => objects.compare(key, file)),
    sizeOf: (key) => asking(async () => (await bucket.head(key))?.size),
    addFile: (key, file) => asking(() => objects.add(key, contentOfFile(file))),
    addBytes: (key, bytes) => asking(() => objects.add(key, contentOfBytes(bytes))),
    replaceFile: (key, file) => asking(() => objects.replace(key, contentOfFile(file))),
    addDerived: (files) =>
      asking(() =>
        eachLimit(files, { most: requestsAtOnce }, ([key, bytes]) =>
          objects.addOrReplace(key, contentOfBytes(bytes)),
        ),
      ),
    addLocal: async (key, bytes) => {
      await cache.put(key, bytes)
    },
    remove: async (keys) => {
      await copies.forget(keys)
      await asking(() =>
        eachLimit(keys, { most: requestsAtOnce, triesAll: true }, (key) => bucket.remove(key)),
      )
      // Someone may have fetched one in between.
      await copies.forget(keys)
    },
    removeLocal: copies.forget,
    move: (from, to) => asking(() => objects.move(from, to)),
    moveToQuarantine: async () => undefined,
    during: (work) => work(),
    hasSpace: copies.hasSpace,
  }
}

/** A file or its bytes, with the size and md5 that the object must have. */
type Content = {
  readonly source: { path: string } | { bytes: Uint8Array<ArrayBuffer> }
  readonly expected: ExpectedObject
}

const contentOfFile = ({ path, bytes, md5 }: ReceivedFile): Content => ({
  source: { path },
  expected: { size: bytes, md5 },
})

const contentOfBytes = (bytes: Uint8Array): Content => ({
  source: { bytes: bytes as Uint8Array<ArrayBuffer> },
  expected: { size: bytes.length, md5: new CryptoHasher('md5').update(bytes).digest('hex') },
})

type LocalCopies = ReturnType<typeof createLocalCopies>

/** The copies of the bucket's objects on this machine's disk. */
function createLocalCopies({
  library,
  cache,
  fetches,
}: {
  library: Library
  cache: MediaCache
  fetches: ReturnType<typeof createFetches>
}) {
  const hasSpace = async (use: 'photos' | 'derived'): Promise<boolean> => {
    if (await hasDiskSpace(library.root, use)) return true
    await cache.settle()
    return hasDiskSpace(library.root, use)
  }

  return {
    /** Whether there is space on the disk, if necessary after the cache was made smaller. */
    hasSpace,
    /** Never fails: an object of which no copy is kept is fetched when it is needed. */
    keep: async (key: string, { source }: Content): Promise<void> => {
      fetches.forget([key])
      try {
        if (await hasSpace('derived')) {
          await cache.put(key, 'path' in source ? source.path : source.bytes)
        } else {
          await cache.remove([key])
        }
      } catch (error) {
        warn(`The media cache could not keep a file: ${String(error)}`)
      }
    },
    forget: async (keys: readonly string[]): Promise<void> => {
      fetches.forget(keys)
      await cache.remove(keys)
    },
  }
}

/** The bucket's objects; whatever changes one updates its copy on this machine, too. */
function createObjects({
  bucket,
  temporary,
  copies,
}: {
  bucket: Bucket
  temporary: () => string
  copies: LocalCopies
}) {
  const add = async (key: string, content: Content): Promise<void> => {
    await bucket.create(key, content.source, content.expected, typeOf(key))
    await copies.keep(key, content)
  }

  const replace = async (key: string, content: Content): Promise<void> => {
    await copies.forget([key])
    await bucket.remove(key)
    await add(key, content)
  }

  /** `use` gets a copy in tmp/, with its md5. @returns undefined if the object is missing. */
  const withDownload = async <T>(
    key: string,
    use: (path: string, content: ExpectedObject) => Promise<T>,
  ): Promise<T | undefined> => {
    const path = temporary()
    try {
      if (!(await bucket.download(key, path))) return undefined
      return await use(path, { size: Bun.file(path).size, md5: await md5Of(path) })
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    add,
    replace,
    addOrReplace: async (key: string, content: Content): Promise<void> => {
      try {
        await add(key, content)
      } catch (error) {
        if (!isConflict(error)) throw error
        await replace(key, content)
      }
    },
    beginning: async (key: string, bytes: number): Promise<Uint8Array | undefined> => {
      const found = await bucket.read(key, { range: [0, bytes - 1] })
      return found && Bun.readableStreamToBytes(found.body)
    },
    compare: async (key: string, file: ReceivedFile): ReturnType<Media['compare']> => {
      const found = await bucket.head(key)
      if (!found) return 'absent'
      if (found.size !== file.bytes) return 'different'
      const md5 = found.md5 ?? (await withDownload(key, async (_path, content) => content.md5))
      if (md5 === undefined) return 'absent'
      return md5 === file.md5 ? 'same' : 'different'
    },
    move: async (from: string, to: string): Promise<void> => {
      await withDownload(from, (path, content) => createAside(bucket, to, path, content))
      await copies.forget([from])
      await bucket.remove(from)
    },
  }
}

/** Never replaces an object: the key gets a number instead. */
async function createAside(
  bucket: Bucket,
  key: string,
  path: string,
  content: ExpectedObject,
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const target = attempt === 0 ? key : key.replace(/(\.[^.]*)?$/, `-${attempt}$1`)
    try {
      await bucket.create(target, { path }, content, typeOf(target))
      return
    } catch (error) {
      if (!isConflict(error)) throw error
    }
  }
}

const isConflict = (error: unknown) => error instanceof BucketError && error.kind === 'conflict'

/** For people who look into the bucket; visitors get the type of the picture's format. */
function typeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}
