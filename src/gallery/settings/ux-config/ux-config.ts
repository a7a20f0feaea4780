import { UxConfig, type UxConfigChange } from '../../../contract/site/ux-config.ts'
import type { Store } from '../../../core/database/open.ts'
import { AppError } from '../../../core/errors.ts'
import type { Albums } from '../../albums/albums.ts'
import { uxConfigStore } from './store.ts'

export type UxConfigRules = ReturnType<typeof createUxConfig>

/** An album with the order None is sorted differently while it is the photostream. */
export function createUxConfig({
  store,
  albums,
}: {
  store: Store
  albums: Pick<Albums, 'reorder'>
}) {
  const rows = uxConfigStore(store)
  const get = (): UxConfig => {
    const row = rows.get()
    return UxConfig().parse({
      photoGridCols: row.photo_grid_cols,
      photoGridSpacing: row.photo_grid_spacing,
      photoItemsLoad: row.photo_items_load,
      showBio: row.show_bio === 1,
      photoBackgroundColor: row.photo_background_color,
      colorTheme: row.color_theme,
      denseTopBar: row.dense_top_bar === 1,
      denseBottomBar: row.dense_bottom_bar === 1,
      photoBorders: row.photo_borders,
      photoStreamAlbumId: row.photostream_id ?? '',
    })
  }

  /** Inside Store.write. */
  const setPhotostream = (album: number | null) => {
    const before = rows.get().photostream_album
    if (before === album) return
    rows.setPhotostream(album)
    if (before !== null) albums.reorder(before)
    if (album !== null) albums.reorder(album)
  }

  /** @throws AppError 400 for an album that does not exist, 409 for a smart album. */
  const albumOf = (id: string): number | null => {
    if (id === '') return null
    const album = rows.albumOf(id)
    const field = 'photoStreamAlbumId'
    if (album === undefined) {
      throw new AppError(400, 'this album no longer exists; choose another one', { field })
    }
    if (album.rule !== '') {
      throw new AppError(409, 'the photostream cannot be a smart album; choose another album', {
        field,
      })
    }
    return album.row_id
  }

  return {
    get,
    setPhotostream,
    /** @throws AppError 400 for an album that does not exist, 409 for a smart album. */
    change: (change: UxConfigChange): Promise<UxConfig> =>
      store.write(() => {
        rows.set({ ...get(), ...withoutUndefined(change) })
        if (change.photoStreamAlbumId !== undefined) {
          setPhotostream(albumOf(change.photoStreamAlbumId))
        }
        return get()
      }),
  }
}

function withoutUndefined<T extends object>(
  change: T,
): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<{ [K in keyof T]: Exclude<T[K], undefined> }>
}
