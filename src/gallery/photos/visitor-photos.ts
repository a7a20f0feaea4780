import type { Photo } from '../../contract/photos/photos.ts'
import { createByteCache } from '../../core/byte-cache.ts'
import type { Store } from '../../core/database/open.ts'

/** All of them together, in bytes: some 250 photos. */
const budget = 2 ** 20
/** A photo as an object and as JSON takes roughly this many times the length of its JSON. */
const bytesPerCharacter = 3
/** Longer lists would only replace what others need. */
const maxKeptAtOnce = 60

type Kept = { readonly photo: Photo; readonly json: string }

/**
 * Photos as anonymous visitors see them, kept until something is written: the photostream, albums
 * and pages show the same ones again and again. What a transaction reads may yet be undone, so it
 * is not kept. `readAll` returns those that visitors may see, in the given order.
 */
export function createVisitorPhotos(
  { connection, version }: Pick<Store, 'connection' | 'version'>,
  readAll: (rowIds: readonly number[]) => Photo[],
) {
  const kept = createByteCache<Kept>(budget, ({ json }) => bytesPerCharacter * json.length)
  let current = version()

  /** One query for all of them takes a quarter of the time of a query for each. */
  const readMissing = (rowIds: readonly number[], found: Map<number, Kept>): void => {
    const photos = readAll(rowIds)
    if (photos.length === rowIds.length) {
      photos.forEach((photo, index) => {
        const each = { photo: Object.freeze(photo), json: JSON.stringify(photo) }
        found.set(rowIds[index]!, each)
        kept.set(String(rowIds[index]), each)
      })
    } else if (photos.length > 0) {
      // The answer does not say which of them visitors may see.
      for (const rowId of rowIds) readMissing([rowId], found)
    }
  }

  return {
    canKeep: (rowIds: ArrayLike<number>): boolean =>
      rowIds.length <= maxKeptAtOnce && !connection.inTransaction,
    /** In the given order, without those that visitors may not see. The photos are frozen. */
    read: (rowIds: ArrayLike<number>): Kept[] => {
      if (version() !== current) {
        kept.clear()
        current = version()
      }
      const wanted = Array.from(rowIds)
      const found = new Map<number, Kept>()
      const missing = wanted.filter((rowId) => {
        const known = kept.get(String(rowId))
        if (known) found.set(rowId, known)
        return !known
      })
      if (missing.length > 0) readMissing(missing, found)
      return wanted.flatMap((rowId) => found.get(rowId) ?? [])
    },
  }
}
