import type { Store } from '../database/open.ts'
import type { Library } from '../images/library.ts'
import { bucketNeeded } from '../images/media-files.ts'
import { stackOf, warn } from '../log.ts'
import { folderMedia } from './folder-media.ts'
import type { Media } from './media.ts'
import { type MediaPlace, mediaStore } from './store.ts'

/** Makes the store for the gallery with this id, without waiting for the bucket. */
export type OpenBucket = (gallery: {
  readonly library: Library
  readonly libraryId: string
}) => Media

export type MediaPlaces = Media & {
  /** A new gallery keeps its files in the bucket, if one is configured, from the beginning. */
  begin(): Promise<void>
  /** Whether a bucket is configured, but the files are still in the data folder. */
  isBucketUnused(): boolean
  /**
   * Makes the other place the one in use, as soon as nothing is being added: `prepare` runs while
   * nothing can be, and must leave every file there that the database names. If it throws, nothing
   * has changed.
   */
  switchTo(place: MediaPlace, prepare: () => Promise<void>): Promise<void>
}

/**
 * The folder, and the bucket if one is configured, of which one is in use. The other one may still
 * have files from before a move, so what is removed is removed there too.
 * @throws Error with one line if the gallery's files are in a bucket and none is configured.
 */
export function mediaPlaces({
  store,
  library,
  openBucket,
}: {
  store: Store
  library: Library
  openBucket: OpenBucket | undefined
}): MediaPlaces {
  const rows = mediaStore(store)
  const folder = folderMedia(library)
  const bucket = openBucket?.({ library, libraryId: rows.libraryId() })
  const at = (place: MediaPlace): Media => {
    if (place === 'folder') return folder
    if (bucket) return bucket
    throw new Error(bucketNeeded)
  }
  let current = at(rows.place())
  let adding = 0
  let isFree: (() => void) | undefined
  let switching: Promise<void> | undefined

  /** Not waited for: the other place may be a bucket that is out of reach. */
  const removeElsewhere = (keys: readonly string[]) => {
    const other = current === folder ? bucket : folder
    other?.remove(keys).catch((error: unknown) => {
      warn(`Copies of deleted files may be left where they were before a move: ${stackOf(error)}`)
    })
  }

  return {
    get kind() {
      return current.kind
    },
    begin: async () => {
      if (!bucket || current === bucket || !rows.isEmpty()) return
      await store.note(() => rows.setPlace('bucket'))
      current = bucket
    },
    isBucketUnused: () => bucket !== undefined && current !== bucket,
    open: (...args) => current.open(...args),
    openLocal: (...args) => current.openLocal(...args),
    compare: (...args) => current.compare(...args),
    sizeOf: (...args) => current.sizeOf(...args),
    addFile: (...args) => current.addFile(...args),
    addBytes: (...args) => current.addBytes(...args),
    replaceFile: (...args) => current.replaceFile(...args),
    addDerived: (...args) => current.addDerived(...args),
    addLocal: (...args) => current.addLocal(...args),
    remove: async (keys) => {
      await current.remove(keys)
      removeElsewhere(keys)
    },
    removeLocal: (...args) => current.removeLocal(...args),
    move: (...args) => current.move(...args),
    setAside: (...args) => current.setAside(...args),
    hasRoom: (...args) => current.hasRoom(...args),
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
  }
}
