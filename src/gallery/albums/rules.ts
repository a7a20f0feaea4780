import { type AlbumOrder, albumOrders } from '../../contract/albums/album-orders.ts'
import { filterOfRule } from '../../contract/albums/album-rule.ts'
import type { PhotoFilter } from '../../contract/search/photo-filter.ts'
import { AppError } from '../../core/errors.ts'
import type { AlbumRow, AlbumStore } from './store.ts'

export type AlbumRules = ReturnType<typeof createAlbumRules>

/**
 * Keeps smart albums equal to their rules. `refresh` and `fill` belong inside the
 * Store.write that changes the photo or the rule, so no reader ever sees one without the other.
 */
export function createAlbumRules(
  albums: AlbumStore,
  /** Reads a photo once, and then says which filters it matches. */
  matcherOf: (photo: number) => (filter: PhotoFilter) => boolean,
) {
  return {
    /** After a photo was added, or something changed that filters use. */
    refresh: (photo: number): void => {
      const withRule = albums.withRule()
      if (withRule.length === 0) return
      const matches = matcherOf(photo)
      for (const { row_id: album, rule } of withRule) {
        const filter = filterOfRule(rule)
        if (filter && matches(filter)) albums.placePhoto(album, photo)
        else albums.takePhoto(album, photo)
      }
    },
    /** After the rule of an album was set; `matching` finds all photos of a filter. */
    fill: (
      { row_id: album, rule }: Pick<AlbumRow, 'row_id' | 'rule'>,
      matching: (filter: PhotoFilter) => Int32Array,
    ): void => {
      const filter = filterOfRule(rule)
      albums.fill(album, filter ? matching(filter) : new Int32Array())
    },
  }
}

/** @throws AppError 409 for a smart album. */
export function requireChosenPhotos({ name, rule }: Pick<AlbumRow, 'name' | 'rule'>): void {
  if (rule === '') return
  throw new AppError(
    409,
    `“${name}” is a smart album; its photos cannot be added, removed or ordered by hand`,
  )
}

/** An album that becomes a smart album loses a manual order. */
export const orderOfRule = (rule: string, order: AlbumOrder): AlbumOrder =>
  rule !== '' && order === albumOrders.manual ? albumOrders.none : order

/** @throws AppError 400 for a manual order of a smart album. */
export function requireOrderOfRule(rule: string, order: AlbumOrder): void {
  if (rule === '' || order !== albumOrders.manual) return
  throw new AppError(400, 'orderBy: a smart album cannot be ordered by hand', {
    field: 'orderBy',
  })
}
