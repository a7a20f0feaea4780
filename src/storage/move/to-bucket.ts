import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { CryptoHasher } from 'bun'
import { md5Of } from '../../images/md5.ts'
import { type Bucket, md5OfObject, type StoredObject } from '../bucket.ts'
import { BucketError } from '../bucket-error.ts'
import { type Library, sizeOf } from '../library.ts'
import type { Copied, Route } from './route.ts'
import { contentType, type WantedFile } from './wanted.ts'

/** Smaller files are read once, to be hashed and sent; larger ones are streamed. */
const inMemoryBytes = 2 ** 20

type Parts = {
  readonly library: Library
  readonly bucket: Bucket
  readonly signal: AbortSignal
  /** Whether objects of the right size count as equal if the bucket does not report their md5. */
  readonly trustsSizes: boolean
}

/** From the data folder to a bucket, which compares each file with its md5 when it receives it. */
export function toBucket({ library, bucket, signal, trustsSizes }: Parts): Route {
  const pathOf = (key: string) => library.absolute(key)

  const hasSameContent = async (file: WantedFile, stored: StoredObject): Promise<boolean> => {
    if (stored.md5 === undefined && trustsSizes) return true
    const expected = file.md5 ?? (await md5Of(pathOf(file.key)))
    const md5 = stored.md5 ?? (await md5OfObject(bucket, file.key, signal))
    return md5 === expected
  }

  const send = async (file: WantedFile, size: number): Promise<Copied> => {
    const upload = await readUpload(file, pathOf(file.key), size)
    if (upload === undefined) return 'damaged'
    const { source, md5 } = upload
    const create = () =>
      bucket.create(file.key, source, { size, md5 }, contentType(file.key), signal)
    try {
      await create()
    } catch (error) {
      if (!isConflict(error)) throw error
      // A large file was sent with the md5 that the database knows, without being read first.
      if ('path' in source && (await md5Of(source.path)) !== md5) return 'damaged'
      if (!file.isDerived) return 'conflict'
      await bucket.remove(file.key, signal)
      await create()
    }
    return { bytes: size }
  }

  return {
    to: 'bucket',
    removed: () => removedKeys(library),
    listing: async function* () {
      for (const folder of ['originals/', 'renditions/', 'cameras/', 'removed/']) {
        yield* bucket.list(folder, signal)
      }
    },
    compare: async (file) => {
      const stored = await bucket.head(file.key, signal)
      if (!stored) return 'absent'
      const bytes = file.bytes ?? (await sizeOf(pathOf(file.key)))
      if (bytes === undefined) return 'same'
      if (stored.size !== bytes) return 'different'
      if (file.isDerived) return 'same'
      return (await hasSameContent(file, stored)) ? 'same' : 'different'
    },
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

async function* removedKeys({ removedFolder }: Library): AsyncGenerator<string> {
  let entries: Dirent[] = []
  try {
    entries = await readdir(removedFolder, { withFileTypes: true })
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  for (const entry of entries) if (entry.isFile()) yield `removed/${entry.name}`
}

type Upload = {
  readonly source: { path: string } | { bytes: Uint8Array<ArrayBuffer> }
  readonly md5: string
}

/**
 * What to send of a file: a large one, whose md5 the database knows, is not read here.
 * @returns undefined if the content is not the one that the database knows.
 */
async function readUpload(
  file: WantedFile,
  path: string,
  size: number,
): Promise<Upload | undefined> {
  if (size > inMemoryBytes) return { source: { path }, md5: file.md5 ?? (await md5Of(path)) }
  const bytes = await Bun.file(path).bytes()
  const md5 = new CryptoHasher('md5').update(bytes).digest('hex')
  if (file.md5 !== undefined && md5 !== file.md5) return undefined
  return { source: { bytes }, md5 }
}

const isConflict = (error: unknown) => error instanceof BucketError && error.kind === 'conflict'
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
