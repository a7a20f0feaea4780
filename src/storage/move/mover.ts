import { eachLimit } from '../../core/concurrency/limit.ts'
import type { ListedObject } from '../bucket-list.ts'
import type { BucketRetry } from './bucket-retry.ts'
import { createKeySet } from './key-set.ts'
import type { Route } from './route.ts'
import { removed, type WantedFile, type WantedStore } from './wanted.ts'

export type Amount = { readonly files: number; readonly bytes: number }
/** `done` of `total` in this pass. */
export type MoveProgress = { readonly done: Amount; readonly total: Amount }

export type Pass = {
  readonly copied: Amount
  /** Sentences for the owner. The gallery cannot be switched while there are any. */
  readonly faults: string[]
}

const batchSize = 200
/** Fewer files at a time if they are large: each can be in memory while it is sent. */
const copiedAtOnce = {
  most: 8,
  mostBytes: 64 * 2 ** 20,
  bytesOf: ({ bytes = 0 }: WantedFile) => bytes,
}

type Parts = {
  readonly store: WantedStore
  readonly route: Route
  readonly retry: BucketRetry
}

type PassOptions = {
  /** For the progress; what is done so far if it is not known. */
  readonly total?: Amount
  /** Verifies each file at once; otherwise the next survey does that for all of them. */
  readonly isLast?: boolean
  readonly onProgress?: (progress: MoveProgress) => void
}

export type Mover = ReturnType<typeof createMover>

/**
 * Copies the files that the database names from one place to the other, in passes: each copies what
 * is new since the last one. What is at the target is found again by every first pass, so nothing
 * has to be remembered by a move that was interrupted.
 */
export function createMover(parts: Parts) {
  const target = createTargetFiles(parts)
  return {
    /** What a pass would copy, and how much of it has only to be compared. */
    survey: async (): Promise<{ lacking: Amount; toCompare: Amount }> => {
      await parts.retry.withRetries(target.list)
      const amounts = { lacking: { files: 0, bytes: 0 }, toCompare: { files: 0, bytes: 0 } }
      for await (const file of unverifiedFiles(parts, target)) {
        const amount = amounts[target.mayHave(file) ? 'toCompare' : 'lacking']
        amount.files++
        amount.bytes += file.bytes ?? 0
      }
      return amounts
    },
    /** Copies what the target lacks. */
    pass: async (options: PassOptions = {}): Promise<Pass> => {
      const { settle, result } = createPass(parts, target, options)
      await eachLimit(unverifiedFiles(parts, target, options.isLast), copiedAtOnce, settle)
      return result
    },
    verifiedCount: target.verifiedCount,
  }
}

type TargetFiles = ReturnType<typeof createTargetFiles>

/** What is known about the files at the target. */
function createTargetFiles({ store, route }: Parts) {
  const verified = createKeySet()
  /** What the target lists, but not as the file that it should be. */
  const doubtful = createKeySet()

  /** Includes size and md5: a rendition that was made again is another file. */
  const nameOf = ({ key, bytes, md5 }: WantedFile) => `${key} ${bytes ?? ''} ${md5 ?? ''}`

  const compareListed = (objects: readonly ListedObject[]) => {
    const named = store.named(objects.map(({ key }) => key))
    for (const { key, size, md5 } of objects) {
      const file = named.get(key)
      if (!file || verified.has(nameOf(file))) continue
      const isSame = file.bytes === size && (file.isDerived || file.md5 === md5)
      if (isSame) verified.add(nameOf(file))
      else doubtful.add(key)
    }
  }

  return {
    /** Notes which files the target already has, if it can be listed. */
    list: async (): Promise<void> => {
      if (!route.listing) return
      let batch: ListedObject[] = []
      for await (const object of route.listing()) {
        batch.push(object)
        if (batch.length < batchSize) continue
        compareListed(batch)
        batch = []
      }
      compareListed(batch)
    },
    setVerified: (file: WantedFile): void => verified.add(nameOf(file)),
    isVerified: (file: WantedFile): boolean => verified.has(nameOf(file)),
    verifiedCount: verified.size,
    /** Whether a file has to be compared before it is copied. */
    mayHave: (file: WantedFile): boolean =>
      route.isThere ? route.isThere(file) : doubtful.has(file.key),
  }
}

/** Originals that are waiting to be moved to removed/ are copied only by the last passes. */
async function* unverifiedFiles(
  { store, route, retry }: Parts,
  target: TargetFiles,
  isLast = false,
): AsyncGenerator<WantedFile> {
  const unverified = (files: readonly WantedFile[]) =>
    files.filter((file) => !target.isVerified(file))

  yield* unverified(store.cameraPictures())
  if (isLast) yield* unverified(store.kept())
  const removedKeys = await retry.withRetries(() => Array.fromAsync(route.removed()))
  yield* unverified(removedKeys.map(removed))
  for (let last: number | undefined = 0; last !== undefined; ) {
    const batch = store.photosAfter(last, batchSize)
    yield* unverified(batch.files)
    last = batch.last
    retry.check()
    // The server answers in between.
    await Bun.sleep(0)
  }
}

/** The work on each file of one pass. `result` is complete when all of them are settled. */
function createPass({ store, route, retry }: Parts, target: TargetFiles, options: PassOptions) {
  const { total, isLast = false, onProgress } = options
  const { withRetries } = retry
  const done = { files: 0, bytes: 0 }
  const copied = { files: 0, bytes: 0 }
  const faults: string[] = []

  /** A photo can be deleted while its files are copied. */
  const isNamed = ({ key, isKept }: WantedFile) =>
    isKept ? store.kept().some((file) => file.key === key) : store.named([key]).has(key)

  const addFault = (file: WantedFile, what: string) => {
    if (isNamed(file)) faults.push(`${file.label} ${what} (${file.key})`)
  }

  const verifyCopy = async (file: WantedFile): Promise<void> => {
    if (!route.isVerifying) {
      if (!isLast) return
      const state = await withRetries(() => route.compare(file))
      if (state !== 'same') return addFault(file, whatDiffers(route))
    }
    target.setVerified(file)
  }

  const copy = async (file: WantedFile): Promise<void> => {
    const outcome = await withRetries(() => route.copy(file))
    if (outcome === 'conflict') return addFault(file, whatDiffers(route))
    if (typeof outcome === 'string') {
      if (!file.isDerived) addFault(file, outcome === 'missing' ? 'is missing' : 'is damaged')
      return
    }
    copied.files++
    copied.bytes += outcome.bytes
    // Deleted while it was being copied; later deletions are the server's.
    if (!isNamed(file)) return withRetries(() => route.remove(file.key))
    await verifyCopy(file)
  }

  const settle = async (file: WantedFile): Promise<void> => {
    retry.check()
    const state = target.mayHave(file) ? await withRetries(() => route.compare(file)) : 'absent'
    if (state === 'same') target.setVerified(file)
    else if (state === 'different' && !file.isDerived) addFault(file, whatDiffers(route))
    else await copy(file)
    done.files++
    done.bytes += file.bytes ?? 0
    onProgress?.({ done, total: total ?? done })
  }

  const result: Pass = { copied, faults }
  return { settle, result }
}

const whatDiffers = ({ to }: Route) =>
  to === 'bucket'
    ? 'has other contents in the bucket, and nothing there is replaced'
    : 'has other contents in the data folder, and nothing there is replaced'
