import type { Store } from '../../core/database/open.ts'
import type { SourceRow } from './row.ts'
import type { SourceAlbums } from './source-albums.ts'
import type { SourceStore } from './store.ts'

/** Before a comparison: files that waited for the owner's decision may be photos by now. */
export const createTakeDecided =
  ({ store, rows, albums }: { store: Store; rows: SourceStore; albums: SourceAlbums }) =>
  async (source: SourceRow): Promise<void> => {
    if (rows.decided(source.row_id).length === 0) return
    await store.write(() => {
      const decided = rows.decided(source.row_id)
      const first = albums.reservePositions(decided.length)
      for (const [index, { item, path, photo }] of decided.entries()) {
        rows.linkItem(source.row_id, item, photo)
        albums.add(source, path, photo, first + index)
      }
    })
  }
