import type { Store } from '../core/database/open.ts'
import { type AppEvent, createEvent } from '../core/event.ts'
import { stackOf, warn } from '../core/log.ts'
import { createFolderMedia } from './folder-media.ts'
import type { Library } from './library.ts'
import type { Media } from './media.ts'
import { bucketNeeded } from './media-files.ts'
import { type MediaPlace, mediaStore } from './store.ts'

/** Opens the store of the gallery with this id, without waiting for the bucket. */
export type OpenBucket = (gallery: {
  readonly library: Library
  readonly libraryId: string
  /** Some of its files are in the bucket. */
  readonly isInUse: boolean
  /** Called a little after files were deleted to free space. */
  readonly onEvicted: (keys: string[]) => void
}) => {
  readonly media: Media
  readonly health: () => { readonly cacheBytes: number; readonly trouble: string | undefined }
  readonly close: () => void
}

export type MediaPlaces = Media & {
  /**
   * A new gallery keeps its files in the bucket, if one is configured, from the beginning.
   * @throws Error with one line if the files are in a bucket and none is configured.
   */
  begin(): Promise<void>
  /** Whether a bucket is configured, but the files are still in the data folder. */
  isBucketUnused(): boolean
  /**
   * Switches to the other place as soon as nothing is being added. `prepare` runs while nothing can
   * be added, and must leave every file there that the database names. If it throws, nothing has
   * changed.
   */
  switchTo(place: MediaPlace, prepare: () => Promise<void>): Promise<void>
  /** For the owner: the size of the cache, and what is wrong with the bucket. */
  health(): { readonly cacheBytes: number | null; readonly trouble: string | undefined }
  /** Emitted a little after files were deleted to free space in the cache of a bucket. */
  readonly evicted: Pick<AppEvent<[keys: string[]]>, 'on'>
  close(): void
}

const unknownBucket = () => new Error(bucketNeeded)

/** For commands that need no files of a gallery whose bucket is not configured. */
const nowhere = new Proxy({ kind: 'bucket' } as Media, {
  get: (target, name) => {
    if (name === 'kind') return target.kind
    throw unknownBucket()
  },
})

/**
 * The folder, and the bucket if one is configured, of which one is in use. The other one may still
 * have files from before a move, so what is removed is removed there too.
 */
export function createMediaPlaces({
  store,
  library,
  openBucket,
  requireOriginals,
}: {
  store: Store
  library: Library
  openBucket: OpenBucket | undefined
  /** @throws AppError if the data folder's originals are not there. */
  requireOriginals?: () => void
}): MediaPlaces {
  const rows = mediaStore(store)
  const folder = createFolderMedia(library, requireOriginals)
  const evicted = createEvent<[keys: string[]]>()
  const opened = openBucket?.({
    library,
    libraryId: rows.libraryId(),
    isInUse: rows.place() === 'bucket' && !rows.isEmpty(),
    // After a move back, the cache is only a leftover: the rows name files of the folder.
    onEvicted: (keys) => {
      if (current !== folder) evicted.emit(keys)
    },
  })
  const bucket = opened?.media
  const at = (place: MediaPlace): Media => (place === 'folder' ? folder : (bucket ?? nowhere))
  let current = at(rows.place())
  const gate = createGate()

  /** Does not wait for the work: the other place may be a bucket that cannot be reached. */
  const elsewhere = (work: (other: Media) => Promise<void>) => {
    const other = current === folder ? bucket : folder
    if (!other) return
    work(other).catch((error: unknown) => {
      warn(`Copies of deleted files may be left where they were before a move: ${stackOf(error)}`)
    })
  }

  return {
    evicted,
    get kind() {
      return current.kind
    },
    begin: async () => {
      if (current === nowhere) throw unknownBucket()
      if (!bucket || current === bucket || !rows.isEmpty()) return
      await store.note(() => rows.setPlace('bucket'))
      current = bucket
    },
    isBucketUnused: () => bucket !== undefined && current !== bucket,
    open: (...args) => current.open(...args),
    openLocal: (...args) => current.openLocal(...args),
    beginning: (...args) => current.beginning(...args),
    compare: (...args) => current.compare(...args),
    sizeOf: (...args) => current.sizeOf(...args),
    addFile: (...args) => current.addFile(...args),
    addBytes: (...args) => current.addBytes(...args),
    replaceFile: (...args) => current.replaceFile(...args),
    addDerived: (...args) => current.addDerived(...args),
    addLocal: (...args) => current.addLocal(...args),
    remove: async (keys) => {
      await current.remove(keys)
      elsewhere((other) => other.remove(keys))
    },
    removeLocal: (...args) => current.removeLocal(...args),
    move: async (from, to) => {
      await current.move(from, to)
      elsewhere((other) => other.move(from, to))
    },
    moveToQuarantine: (...args) => current.moveToQuarantine(...args),
    hasSpace: (...args) => current.hasSpace(...args),
    during: gate.during,
    switchTo: async (place, prepare) => {
      const next = at(place)
      if (next === nowhere) throw unknownBucket()
      await gate.alone(async () => {
        await prepare()
        await store.note(() => rows.setPlace(place))
        current = next
      })
    },
    health: () => {
      if (current === folder || !opened) return { cacheBytes: null, trouble: undefined }
      return opened.health()
    },
    close: () => opened?.close(),
  }
}

/** Lets work that adds files run side by side, but never beside a change of the place. */
function createGate() {
  let adding = 0
  let onFree: (() => void) | undefined
  let changing: Promise<void> | undefined

  const whenFree = async (change: () => Promise<void>): Promise<void> => {
    if (adding > 0) await new Promise<void>((resolve) => (onFree = resolve))
    onFree = undefined
    await change()
  }

  return {
    during: async <T>(work: () => Promise<T>): Promise<T> => {
      while (changing) await changing.catch(() => undefined)
      adding++
      try {
        return await work()
      } finally {
        adding--
        if (adding === 0) onFree?.()
      }
    },
    /** Runs when everything that was being added has been; what comes later waits for it. */
    alone: async (change: () => Promise<void>): Promise<void> => {
      while (changing) await changing.catch(() => undefined)
      changing = whenFree(change)
      try {
        await changing
      } finally {
        changing = undefined
      }
    },
  }
}
