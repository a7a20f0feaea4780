import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { CryptoHasher } from 'bun'
import { md5Of } from '../../images/md5.ts'
import type { Bucket } from '../bucket.ts'
import { BucketError } from '../bucket-error.ts'
import { type Library, sizeOf } from '../library.ts'
import type { Copied, Route } from './route.ts'
import { contentType, type WantedFile } from './wanted.ts'

/** Smaller ones are read once, to be hashed and sent; larger ones are streamed. */
const inMemoryBytes = 2 ** 20

type Parts = {
  readonly library: Library
  readonly bucket: Bucket
  readonly signal: AbortSignal
  /** Whether the size is enough for objects whose md5 the bucket does not tell. */
  readonly trustsSizes: boolean
}

/** From the data folder to a bucket, which compares each file with its md5 when it receives it. */
export function toBucket({ library, bucket, signal, trustsSizes }: Parts): Route {
  const pathOf = (key: string) => library.absolute(key)

  const compare = async (file: WantedFile) => {
    const stored = await bucket.head(file.key, signal)
    if (!stored) return 'absent'
    const bytes = file.bytes ?? (await sizeOf(pathOf(file.key)))
    if (bytes === undefined) return 'same'
    if (stored.size !== bytes) return 'different'
    if (file.isDerived) return 'same'
    if (stored.md5 === undefined && trustsSizes) return 'same'
    const expected = file.md5 ?? (await md5Of(pathOf(file.key)))
    const md5 = stored.md5 ?? (await md5OfObject(file.key))
    return md5 === expected ? 'same' : 'different'
  }
  const md5OfObject = async (key: string) => {
    const hash = new CryptoHasher('md5')
    for await (const chunk of (await bucket.read(key, { signal }))?.body ?? []) hash.update(chunk)
    return hash.digest('hex')
  }

  const send = async (file: WantedFile, size: number): Promise<Copied> => {
    const path = pathOf(file.key)
    const bytes = size <= inMemoryBytes ? await Bun.file(path).bytes() : undefined
    const own = await ownMd5(file, path, bytes)
    if (own !== undefined && file.md5 !== undefined && own !== file.md5) return 'damaged'
    const md5 = file.md5 ?? own!
    const create = () =>
      bucket.create(
        file.key,
        bytes ? { bytes } : { path },
        { size, md5 },
        contentType(file.key),
        signal,
      )
    try {
      await create()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (!bytes && (await md5Of(path)) !== md5) return 'damaged'
      if (!file.isDerived) return 'conflict'
      await bucket.remove(file.key, signal)
      await create()
    }
    return { bytes: size }
  }

  return {
    to: 'bucket',
    removed: async function* () {
      let entries: Dirent[] = []
      try {
        entries = await readdir(library.removedFolder, { withFileTypes: true })
      } catch (error) {
        if (!isMissing(error)) throw error
      }
      for (const entry of entries) if (entry.isFile()) yield `removed/${entry.name}`
    },
    listing: async function* () {
      for (const folder of ['originals/', 'renditions/', 'cameras/', 'removed/']) {
        yield* bucket.list(folder, signal)
      }
    },
    compare,
    copy: async (file) => {
      try {
        const size = await sizeOf(pathOf(file.key))
        if (size === undefined) return 'missing'
        if (file.bytes !== undefined && size !== file.bytes) return 'damaged'
        return await send(file, size)
      } catch (error) {
        if (isMissing(error)) return 'missing'
        throw error
      }
    },
    isVerifying: false,
    remove: (key) => bucket.remove(key, signal),
  }
}

/** Undefined if only reading the file again would tell it, and the database knows it anyway. */
async function ownMd5(
  file: WantedFile,
  path: string,
  bytes: Uint8Array | undefined,
): Promise<string | undefined> {
  if (bytes) return new CryptoHasher('md5').update(bytes).digest('hex')
  return file.md5 === undefined ? md5Of(path) : undefined
}

const isConflict = (error: unknown) => error instanceof BucketError && error.kind === 'conflict'
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
