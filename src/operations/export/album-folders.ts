import type { ExportFolder } from './export-folder.ts'
import { createNames, portableName } from './file-names.ts'
import type { AlbumRow } from './store.ts'

/** An album with its folder in the export. */
export type ExportAlbum = AlbumRow & { readonly folder: string }

/** Folders have the names of their albums, as far as a file system allows. */
export function nameAlbumFolders(
  albums: readonly AlbumRow[],
  { isForeign }: Pick<ExportFolder, 'isForeign'>,
): ExportAlbum[] {
  const names = createNames(isForeign)
  // The photostream is listed last, but the oldest album keeps its name.
  const folders = new Map(
    albums
      .toSorted((one, other) => one.row_id - other.row_id)
      .map(({ row_id, name }) => [row_id, names.add('albums', portableName(name, 'Album'))]),
  )
  return albums.map((album) => ({ ...album, folder: `albums/${folders.get(album.row_id)}` }))
}
