import type { UxConfig } from '../../../contract/site/ux-config.ts'
import type { Store } from '../../../core/database/open.ts'

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
  photostream_id: string | null
}

/** Writes belong inside Store.write. */
export function uxConfigStore({ connection }: Store) {
  return {
    get: () =>
      connection
        .query<Row, []>(
          `SELECT ux_config.*, album.id AS photostream_id FROM ux_config
           LEFT JOIN album ON album.row_id = ux_config.photostream_album`,
        )
        .get()!,
    /** All settings except the photostream. */
    set: (next: UxConfig) =>
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
        }),
    setPhotostream: (album: number | null) =>
      connection
        .query<unknown, { album: number | null }>('UPDATE ux_config SET photostream_album = $album')
        .run({ album }),
    albumOf: (id: string) =>
      connection
        .query<{ row_id: number; rule: string }, { id: string }>(
          'SELECT row_id, rule FROM album WHERE id = $id',
        )
        .get({ id }) ?? undefined,
  }
}
