import type { Store } from '../core/database/open.ts'
import { type AppEvent, createEvent } from '../core/event.ts'
import { stackOf, warn } from '../core/log.ts'
import { folderMedia } from './folder-media.ts'
import type { Library } from './library.ts'
import type { Media } from './media.ts'
import { bucketNeeded } from './media-files.ts'
import { type MediaPlace, mediaStore } from './store.ts'

/** Makes the store for the gallery with this id, without waiting for the bucket. */
export type OpenBucket = (gallery: {
  readonly library: Library
  readonly libraryId: string
  /** Some of its files are in the bucket. */
  readonly isInUse: boolean
  /** Told of files that had to make room, a little later. */
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
   * Makes the other place the one in use, as soon as nothing is being added: `prepare` runs while
   * nothing can be, and must leave every file there that the database names. If it throws, nothing
   * has changed.
   */
  switchTo(place: MediaPlace, prepare: () => Promise<void>): Promise<void>
  /** For the owner: what is on this machine, and what is wrong with the bucket. */
  health(): { readonly cacheBytes: number | null; readonly trouble: string | undefined }
  /** Files that had to make room in the cache of a bucket, a little later. */
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
export function mediaPlaces({
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
  const folder = folderMedia(library, requireOriginals)
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
  let adding = 0
  let isFree: (() => void) | undefined
  let switching: Promise<void> | undefined

  /** Not waited for: the other place may be a bucket that is out of reach. */
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
    setAside: (...args) => current.setAside(...args),
    hasSpace: (...args) => current.hasSpace(...args),
    during: async (work) => {
      while (switching) await switching.catch(() => undefined)
      adding++
      try {
        return await work()
      } finally {
        adding--
        if (adding === 0) isFree?.()
      }
    },
    switchTo: async (place, prepare) => {
      while (switching) await switching.catch(() => undefined)
      const next = at(place)
      if (next === nowhere) throw unknownBucket()
      const change = async () => {
        if (adding > 0) await new Promise<void>((resolve) => (isFree = resolve))
        isFree = undefined
        await prepare()
        await store.note(() => rows.setPlace(place))
        current = next
      }
      switching = change()
      try {
        await switching
      } finally {
        switching = undefined
      }
    },
    health: () => {
      if (current === folder || !opened) return { cacheBytes: null, trouble: undefined }
      return opened.health()
    },
    close: () => opened?.close(),
  }
}
