import type { ExportAlbum } from './album-folders.ts'
import type { Place } from './export-photos.ts'
import type { Exporting } from './exporting.ts'
import { albumPage, indexPage, type ListedAlbum, type PagePhoto, photosPerPage } from './html.ts'
import type { ShownPhoto } from './store.ts'

type Listed = Pick<ExportAlbum, 'name' | 'description'> & {
  /** Null for the photos that are in no album. */
  readonly row_id: number | null
  readonly cover_photo: string | null
}

/** Writes pages of HTML to look at the export. */
export async function exportAlbumPages(
  exporting: Exporting,
  albums: readonly ExportAlbum[],
  places: ReadonlyMap<number, Place>,
): Promise<void> {
  const { target, store, request } = exporting
  const others = { row_id: null, name: 'Photos in no album', description: '', cover_photo: null }
  const listed: ListedAlbum[] = []
  for (const [index, album] of [...albums, others].entries()) {
    const shown = await exportAlbum(album, `html/${index + 1}`, exporting, places)
    if (shown.count > 0 || album.row_id !== null) listed.push(shown)
  }
  const { name, bio } = store.owner()
  const exportedAt = new Date(request.now()).toISOString()
  const page = indexPage({ name: name || 'Photos', bio, exportedAt }, listed)
  await target.write('index.html', page)
}

async function exportAlbum(
  album: Listed,
  path: string,
  { store, target }: Exporting,
  places: ReadonlyMap<number, Place>,
): Promise<ListedAlbum> {
  const photos: PagePhoto[] = []
  let cover: string | null = null
  for (const row of store.shown(album.row_id)) {
    const photo = pagePhoto(row, places)
    if (row.id === album.cover_photo) cover = photo.thumbnail
    photos.push(photo)
  }
  const count = Math.max(1, Math.ceil(photos.length / photosPerPage))
  const pages = Array.from({ length: count }, (_, page) =>
    page === 0 ? `${path}.html` : `${path}-${page + 1}.html`,
  )
  const { name, description } = album
  // Without photos, there is only the page of an album.
  const isListed = photos.length > 0 || album.row_id !== null
  for (const [index, page] of (isListed ? pages : []).entries()) {
    const part = photos.slice(index * photosPerPage, (index + 1) * photosPerPage)
    await target.write(page, albumPage(album, part, pages, index))
  }
  const first = photos.find(({ thumbnail }) => thumbnail !== null)?.thumbnail ?? null
  return { name, description, count: photos.length, page: pages[0]!, cover: cover ?? first }
}

function pagePhoto(row: ShownPhoto, places: ReadonlyMap<number, Place>): PagePhoto {
  const { file = null, thumbnail = null } = places.get(row.row_id) ?? {}
  const title = row.title || row.source_name
  return { title, description: row.description, alt: row.alt ?? title, file, thumbnail }
}
