import { eachLimit } from '../../core/concurrency/limit.ts'
import type { BucketRetry } from './bucket-retry.ts'
import { createKeySet } from './key-set.ts'
import type { Route } from './route.ts'
import { removed, type WantedFile, type WantedStore } from './wanted.ts'

export type Amount = { readonly files: number; readonly bytes: number }
/** `done` of `total` in this pass. */
export type MoveProgress = { readonly done: Amount; readonly total: Amount }

export type Pass = {
  readonly copied: Amount
  /** What is wrong, for the owner to read; while there is any, the gallery must stay. */
  readonly faults: string[]
}

const batchSize = 200
/** Fewer files at a time if they are large: each can be in memory while it is sent. */
const copiedAtOnce = {
  most: 8,
  mostBytes: 64 * 2 ** 20,
  bytesOf: ({ bytes = 0 }: WantedFile) => bytes,
}

export type Mover = ReturnType<typeof createMover>

/**
 * Copies the files that the database names from one place to the other, in passes: each copies what
 * is new since the last one. What is at the target is found again by every first pass, so nothing
 * has to be remembered by a move that was interrupted.
 */
export function createMover({
  store,
  route,
  retry,
}: {
  store: WantedStore
  route: Route
  retry: BucketRetry
}) {
  const { withRetries } = retry
  /** What the target has, verified. */
  const verified = createKeySet()
  /** What the target lists, but not as the file that it should be. */
  const doubtful = createKeySet()

  /** By its content too: a rendition that was made again is another file. */
  const nameOf = ({ key, bytes, md5 }: WantedFile) => `${key} ${bytes ?? ''} ${md5 ?? ''}`

  const listTarget = async () => {
    if (!route.listing) return
    let batch: { key: string; size: number; md5: string | undefined }[] = []
    const look = () => {
      const named = store.named(batch.map(({ key }) => key))
      for (const { key, size, md5 } of batch) {
        const file = named.get(key)
        if (!file || verified.has(nameOf(file))) continue
        const isSame = file.bytes === size && (file.isDerived || file.md5 === md5)
        if (isSame) verified.add(nameOf(file))
        else doubtful.add(key)
      }
      batch = []
    }
    for await (const object of route.listing()) {
      batch.push(object)
      if (batch.length === batchSize) look()
    }
    look()
  }

  /** Kept originals are seldom where they are for long, so only the last passes bring them. */
  async function* wanted(isLast = false): AsyncGenerator<WantedFile> {
    const lacking = (files: readonly WantedFile[]) =>
      files.filter((file) => !verified.has(nameOf(file)))
    yield* lacking(store.cameraPictures())
    if (isLast) yield* lacking(store.kept())
    const kept = await withRetries(async () => {
      const keys: string[] = []
      for await (const key of route.removed()) keys.push(key)
      return keys
    })
    yield* lacking(kept.map(removed))
    for (let last: number | undefined = 0; last !== undefined; ) {
      const batch = store.photosAfter(last, batchSize)
      yield* lacking(batch.files)
      last = batch.last
      retry.check()
      // The server answers in between.
      await Bun.sleep(0)
    }
  }

  const mayBeThere = (file: WantedFile) =>
    route.isThere ? route.isThere(file) : doubtful.has(file.key)

  /** What a pass would copy, and how much of it has only to be compared. */
  const survey = async (): Promise<{ lacking: Amount; toCompare: Amount }> => {
    await withRetries(listTarget)
    const amounts = { lacking: { files: 0, bytes: 0 }, toCompare: { files: 0, bytes: 0 } }
    for await (const file of wanted()) {
      const amount = amounts[mayBeThere(file) ? 'toCompare' : 'lacking']
      amount.files++
      amount.bytes += file.bytes ?? 0
    }
    return amounts
  }

  /**
   * Brings what the target lacks. `isLast` verifies each file at once; otherwise the next survey
   * does that for all of them.
   */
  const pass = async ({
    total,
    isLast = false,
    onProgress = () => undefined,
  }: {
    total?: Amount
    isLast?: boolean
    onProgress?: (progress: MoveProgress) => void
  } = {}): Promise<Pass> => {
    const done = { files: 0, bytes: 0 }
    const copied = { files: 0, bytes: 0 }
    const faults: string[] = []
    const fault = (file: WantedFile, what: string) => {
      // A photo can have been deleted since its row was read.
      if (isNamed(file)) faults.push(`${file.label} ${what} (${file.key})`)
    }

    const bring = async (file: WantedFile): Promise<void> => {
      const outcome = await withRetries(() => route.copy(file))
      if (outcome === 'conflict') return fault(file, whatDiffers(route))
      if (typeof outcome === 'string') {
        if (!file.isDerived) fault(file, outcome === 'missing' ? 'is missing' : 'is damaged')
        return
      }
      copied.files++
      copied.bytes += outcome.bytes
      // Deleted while it was being copied; later deletions are the server's.
      if (!isNamed(file)) return withRetries(() => route.remove(file.key))
      if (
        !route.isVerifying &&
        isLast &&
        (await withRetries(() => route.compare(file))) !== 'same'
      ) {
        return fault(file, whatDiffers(route))
      }
      if (route.isVerifying || isLast) verified.add(nameOf(file))
    }
    const settle = async (file: WantedFile): Promise<void> => {
      retry.check()
      const state = mayBeThere(file) ? await withRetries(() => route.compare(file)) : 'absent'
      if (state === 'same') verified.add(nameOf(file))
      else if (state === 'different' && !file.isDerived) fault(file, whatDiffers(route))
      else await bring(file)
      done.files++
      done.bytes += file.bytes ?? 0
      onProgress({ done, total: total ?? done })
    }
    await eachLimit(wanted(isLast), copiedAtOnce, settle)
    return { copied, faults }
  }

  const isNamed = ({ key, isKept }: WantedFile) =>
    isKept ? store.kept().some((file) => file.key === key) : store.named([key]).has(key)

  return { survey, pass, verifiedCount: () => verified.size() }
}

const whatDiffers = ({ to }: Route) =>
  to === 'bucket'
    ? 'has other contents in the bucket, and nothing there is replaced'
    : 'has other contents in the data folder, and nothing there is replaced'
