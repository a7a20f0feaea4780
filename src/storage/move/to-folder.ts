import { statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { diskFull } from '../../core/database/disk-full.ts'
import { md5Of } from '../../images/md5.ts'
import type { Bucket } from '../bucket.ts'
import { BucketError } from '../bucket-error.ts'
import { hasDiskSpace, type Library, placeDurably, sizeOf, syncFile } from '../library.ts'
import type { Copied, Route } from './route.ts'
import type { WantedFile } from './wanted.ts'

type Parts = {
  readonly library: Library
  readonly bucket: Bucket
  readonly signal: AbortSignal
  /** Returns a new path in tmp/. */
  readonly temporary: () => string
  /** Whether files of the right size count as equal: each was complete when it was placed. */
  readonly trustsSizes: boolean
}

/** From a bucket to the data folder. Every file is hashed as it is written, and synced. */
export function toFolder({ library, bucket, signal, temporary, trustsSizes }: Parts): Route {
  const pathOf = (key: string) => library.absolute(key)
  /** From the database, or from the bucket what the database does not know. */
  const expectedOf = async ({ key, bytes, md5, isDerived }: WantedFile) =>
    bytes !== undefined && (md5 !== undefined || isDerived)
      ? { size: bytes, ...(md5 && { md5 }) }
      : headed(await bucket.head(key, signal))

  const compare = async (file: WantedFile) => {
    const size = await sizeOf(pathOf(file.key))
    if (size === undefined) return 'absent'
    const expected = await expectedOf(file)
    if (!expected) return 'same'
    if (size !== expected.size) return 'different'
    if (expected.md5 === undefined || trustsSizes) return 'same'
    return (await md5Of(pathOf(file.key))) === expected.md5 ? 'same' : 'different'
  }

  const place = async (file: WantedFile, staging: string) => {
    const path = pathOf(file.key)
    if (!file.isDerived) {
      await syncFile(staging)
      await placeDurably(staging, path)
      return
    }
    await rename(staging, path).catch(async (error: unknown) => {
      if (!isMissing(error)) throw error
      await placeDurably(staging, path)
    })
  }

  const downloadAndPlace = async (file: WantedFile, staging: string): Promise<Copied> => {
    const expected = await expectedOf(file)
    if (!expected) return 'missing'
    // The database is on the same disk.
    if (!(await hasDiskSpace(library.root, 'photos'))) throw diskFull()
    const isFound = await bucket.download(file.key, staging, expected, signal)
    if (!isFound) return 'missing'
    if (!file.isDerived && (await compare(file)) === 'different') return 'conflict'
    await place(file, staging)
    return { bytes: expected.size }
  }

  return {
    to: 'folder',
    removed: async function* () {
      for await (const { key } of bucket.list('removed/', signal)) yield key
    },
    isThere: ({ key, bytes }) => {
      const found = statSync(pathOf(key), { throwIfNoEntry: false })
      return found !== undefined && (bytes === undefined || found.size === bytes)
    },
    compare,
    copy: async (file) => {
      const staging = temporary()
      try {
        return await downloadAndPlace(file, staging)
      } catch (error) {
        if (error instanceof BucketError && error.kind === 'conflict') return 'damaged'
        throw error
      } finally {
        await rm(staging, { force: true })
      }
    },
    isVerifying: true,
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

const headed = (found: { size: number; md5: string | undefined } | undefined) =>
  found && { size: found.size, ...(found.md5 !== undefined && { md5: found.md5 }) }

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
