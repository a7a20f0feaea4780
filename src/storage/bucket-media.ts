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
import type { LocalFile, Media } from './media.ts'
import type { MediaCache } from './media-cache.ts'

/** How many small requests are under way for one call. */
const requestsAtOnce = 6

type Content = { path: string } | { bytes: Uint8Array<ArrayBuffer> }

/** Media in a bucket, with a cache on this machine's disk. `ready` says whether it is the right one. */
export function bucketMedia(parts: {
  bucket: Bucket
  library: Library
  cache: MediaCache
  ready: () => Promise<void>
  failures?: ReturnType<typeof createFailures>
}): Media {
  const { bucket, library, cache, ready } = parts
  const { temporary } = library
  const fetches = createFetches({ bucket, cache, temporary })
  const { translated } = parts.failures ?? createFailures()

  /** Only with the verdict on the marker may anything be asked of the bucket. */
  const asking = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready()
    return translated(work)
  }

  const create = (key: string, content: Content, expected: ExpectedObject) =>
    bucket.create(key, content, expected, typeOf(key))

  /** What is not kept is fetched when it is needed. */
  const keep = async (key: string, source: string | Uint8Array) => {
    fetches.forget([key])
    try {
      if (await cacheHasSpace()) await cache.put(key, source)
      else await cache.remove([key])
    } catch (error) {
      warn(`The media cache could not keep a file: ${String(error)}`)
    }
  }
  const cacheHasSpace = async () => {
    if (await hasDiskSpace(library.root, 'derived')) return true
    await cache.settle()
    return hasDiskSpace(library.root, 'derived')
  }

  const replace = async (key: string, content: Content, expected: ExpectedObject) => {
    await forget([key])
    await bucket.remove(key)
    await create(key, content, expected)
  }

  const forget = async (keys: readonly string[]) => {
    fetches.forget(keys)
    await cache.remove(keys)
  }

  /** @returns whether there is such an object; `use` gets a copy in tmp/, with its md5. */
  const withCopy = async (
    key: string,
    use: (path: string, content: ExpectedObject) => Promise<void>,
  ): Promise<boolean> => {
    const path = temporary()
    try {
      if (!(await bucket.download(key, path))) return false
      await use(path, { size: Bun.file(path).size, md5: await md5Of(path) })
      return true
    } finally {
      await rm(path, { force: true })
    }
  }

  const addDerivedFile = async ([key, given]: readonly [key: string, bytes: Uint8Array]) => {
    const bytes = given as Uint8Array<ArrayBuffer>
    try {
      await create(key, { bytes }, expectedOf(bytes))
    } catch (error) {
      if (!isConflict(error)) throw error
      await replace(key, { bytes }, expectedOf(bytes))
    }
    await keep(key, bytes)
  }

  const open = async (key: string, bytes?: number): Promise<LocalFile | undefined> => {
    const cached = await cache.get(key, bytes)
    if (cached) return cached
    const file = await asking(() => fetches.fetch(key)).catch((error: unknown) => {
      throw isDiskFull(error) ? storeBusy() : error
    })
    return bytes === undefined || file?.bytes === bytes ? file : undefined
  }

  return {
    kind: 'bucket',
    open,
    openLocal: cache.get,
    beginning: async (key, bytes) => {
      const cached = await cache.get(key)
      if (cached) return Bun.file(cached.path).slice(0, bytes).bytes()
      const range = [0, bytes - 1] as const
      return asking(async () => {
        const found = await bucket.read(key, { range })
        return found && Bun.readableStreamToBytes(found.body)
      })
    },
    compare: (key, { bytes, md5 }) =>
      asking(async () => {
        const found = await bucket.head(key)
        if (!found) return 'absent'
        if (found.size !== bytes) return 'different'
        if (found.md5 !== undefined) return found.md5 === md5 ? 'same' : 'different'
        let stored: string | undefined
        const isThere = await withCopy(key, async (_, copy) => {
          stored = copy.md5
        })
        if (!isThere) return 'absent'
        return stored === md5 ? 'same' : 'different'
      }),
    sizeOf: (key) => asking(async () => (await bucket.head(key))?.size),
    addFile: (key, { path, bytes, md5 }) =>
      asking(async () => {
        await create(key, { path }, { size: bytes, md5 })
        await keep(key, path)
      }),
    addBytes: (key, given) =>
      asking(async () => {
        const bytes = given as Uint8Array<ArrayBuffer>
        await create(key, { bytes }, expectedOf(bytes))
        await keep(key, bytes)
      }),
    replaceFile: (key, { path, bytes, md5 }) =>
      asking(async () => {
        await replace(key, { path }, { size: bytes, md5 })
        await keep(key, path)
      }),
    addDerived: (files) => asking(() => eachLimit(files, { most: requestsAtOnce }, addDerivedFile)),
    addLocal: async (key, bytes) => {
      await cache.put(key, bytes)
    },
    remove: async (keys) => {
      await forget(keys)
      await asking(() =>
        eachLimit(keys, { most: requestsAtOnce, triesAll: true }, (key) => bucket.remove(key)),
      )
      // Someone may have fetched one in between.
      await forget(keys)
    },
    removeLocal: forget,
    move: (from, to) =>
      asking(async () => {
        await withCopy(from, (path, content) => createAside(bucket, to, path, content))
        await forget([from])
        await bucket.remove(from)
      }),
    setAside: async () => undefined,
    during: (work) => work(),
    hasSpace: async (use) => {
      if (await hasDiskSpace(library.root, use)) return true
      await cache.settle()
      return hasDiskSpace(library.root, use)
    },
  }
}

/** Never replaces an object: the key gets a number instead. */
async function createAside(bucket: Bucket, key: string, path: string, content: ExpectedObject) {
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

const expectedOf = (bytes: Uint8Array): ExpectedObject => ({
  size: bytes.length,
  md5: new CryptoHasher('md5').update(bytes).digest('hex'),
})

/** Of an object, for whoever looks at the bucket; visitors get theirs from the picture's format. */
function typeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}
