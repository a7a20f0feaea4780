import { AppError } from '../contract/app-error.ts'
import { UxConfig, type UxConfigChange } from '../contract/ux-config.ts'
import type { Store } from '../database/open.ts'

type Row = {
  photo_grid_cols: number
  photo_grid_spacing: number
  photo_items_load: number
  show_bio: number
  photo_background_color: string
  color_theme: string
  dense_top_bar: number
  dense_bottom_bar: number
  photo_borders: string
  photostream_album: number | null
}

export type UxConfigStore = ReturnType<typeof uxConfigStore>

/**
 * The display settings. `reorderAlbum` puts an album's photos in their places anew: an album that
 * becomes the photostream, or stops being it, is ordered differently while its order is None.
 */
export function uxConfigStore(store: Store, reorderAlbum: (album: number) => void) {
  const { connection } = store
  const row = () => connection.query<Row, []>('SELECT * FROM ux_config').get()!
  const albumId = (n: number | null): string =>
    n === null
      ? ''
      : (connection
          .query<{ id: string }, { n: number }>('SELECT id FROM album WHERE n = $n')
          .get({ n })?.id ?? '')

  const get = (): UxConfig => {
    const present = row()
    return UxConfig.parse({
      photoGridCols: present.photo_grid_cols,
      photoGridSpacing: present.photo_grid_spacing,
      photoItemsLoad: present.photo_items_load,
      showBio: present.show_bio === 1,
      photoBackgroundColor: present.photo_background_color,
      colorTheme: present.color_theme,
      denseTopBar: present.dense_top_bar === 1,
      denseBottomBar: present.dense_bottom_bar === 1,
      photoBorders: present.photo_borders,
      photoStreamAlbumId: albumId(present.photostream_album),
    })
  }

  /** Inside Store.write. */
  const setPhotostream = (album: number | null) => {
    const before = row().photostream_album
    if (before === album) return
    connection
      .query<unknown, { album: number | null }>('UPDATE ux_config SET photostream_album = $album')
      .run({ album })
    if (before !== null) reorderAlbum(before)
    if (album !== null) reorderAlbum(album)
  }

  return {
    get,
    setPhotostream,
    /** @throws AppError 400 for an album that does not exist. */
    change: (change: UxConfigChange): Promise<UxConfig> =>
      store.write(() => {
        const next = { ...get(), ...withoutUndefined(change) }
        connection
          .query<unknown, Record<string, string | number>>(
            `UPDATE ux_config SET photo_grid_cols = $cols, photo_grid_spacing = $spacing,
               photo_items_load = $load, show_bio = $bio, photo_background_color = $background,
               color_theme = $theme, dense_top_bar = $top, dense_bottom_bar = $bottom,
               photo_borders = $borders`,
          )
          .run({
            cols: next.photoGridCols,
            spacing: next.photoGridSpacing,
            load: next.photoItemsLoad,
            bio: Number(next.showBio),
            background: next.photoBackgroundColor,
            theme: next.colorTheme,
            top: Number(next.denseTopBar),
            bottom: Number(next.denseBottomBar),
            borders: next.photoBorders,
          })
        if (change.photoStreamAlbumId !== undefined) {
          setPhotostream(albumNumber(change.photoStreamAlbumId))
        }
        return get()
      }),
  }

  function albumNumber(id: string): number | null {
    if (id === '') return null
    const album = connection
      .query<{ n: number }, { id: string }>('SELECT n FROM album WHERE id = $id')
      .get({ id })
    if (!album) {
      throw new AppError(400, 'this album is not there any more: choose another one', {
        field: 'photoStreamAlbumId',
      })
    }
    return album.n
  }
}

function withoutUndefined<T extends object>(
  change: T,
): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<{ [K in keyof T]: Exclude<T[K], undefined> }>
}
