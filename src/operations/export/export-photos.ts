import { type ExportedPhoto, exportFiles } from '../../contract/exports/exported-gallery.ts'
import { mapLimitInOrder } from '../../core/concurrency/limit.ts'
import { editOf } from '../../gallery/photos/row.ts'
import { originalKey, renditionKey } from '../../storage/media-keys.ts'
import type { ExportAlbum } from './album-folders.ts'
import { LostOriginal } from './export-folder.ts'
import type { Exporting } from './exporting.ts'
import { createNames, photoName } from './file-names.ts'
import { openJsonLines } from './json-lines.ts'
import { sidecarOf } from './sidecar.ts'
import type { PhotoRow } from './store.ts'

/** How many files are copied at a time. */
const lanes = 4

/** Where a photo is in the export. */
export type Place = { readonly file: string | null; readonly thumbnail: string | null }

/** A photo with the names that its files get. */
type Named = { readonly row: PhotoRow; readonly paths: readonly string[] }

/** Writes originals, sidecars and small pictures, and a list of them that is not in place yet. */
export async function exportPhotos(exporting: Exporting, albums: readonly ExportAlbum[]) {
  const { store, target, request } = exporting
  const list = target.staging()
  const lines = await openJsonLines(list)
  const places = new Map<number, Place>()
  const faults: string[] = []
  const total = store.photoCount()
  try {
    const work = (photo: Named) => exportPhoto(photo, exporting)
    for await (const { photo, row, place, fault } of mapLimitInOrder(
      namedPhotos(exporting, albums),
      lanes,
      work,
    )) {
      request.signal?.throwIfAborted()
      if (fault !== undefined) faults.push(fault)
      places.set(row.row_id, place)
      await lines.add(photo)
      request.onProgress({ done: lines.count(), total, bytes: target.counts.bytes })
    }
    await lines.end()
  } catch (error) {
    await lines.abandon()
    throw error
  }
  return { list, listName: exportFiles.photos, places, faults, count: total }
}

/** A photo is in the folders of all its albums, or else among the other photos. */
function* namedPhotos(
  { store, target }: Exporting,
  albums: readonly ExportAlbum[],
): Generator<Named> {
  const names = createNames(
    (folder, name) => target.isForeign(folder, name) || target.isForeign(folder, `${name}.xmp`),
  )
  for (const row of store.photos()) {
    const inAlbums = new Set(store.albumsOf(row.row_id))
    const folders = albums.filter(({ row_id }) => inAlbums.has(row_id)).map(({ folder }) => folder)
    const { stem, ending } = photoName(row.source_name)
    const paths = (folders.length > 0 ? folders : ['photos']).map(
      (folder) => `${folder}/${names.add(folder, stem, ending)}`,
    )
    yield { row, paths }
  }
}

async function exportPhoto({ row, paths }: Named, exporting: Exporting) {
  const [file, ...others] = paths as [string, ...string[]]
  const { target } = exporting
  const fault = await copyOriginal(row, file, exporting)
  const photo = photoOf(row)
  const shape = { width: row.full_width, height: row.full_height, orientation: row.orientation }
  const sidecar = sidecarOf(photo, shape)
  await target.write(`${file}.xmp`, sidecar)
  const links: string[] = []
  for (const other of fault === undefined ? others : []) {
    if (!(await target.link(file, other, row.md5))) break
    await target.write(`${other}.xmp`, sidecar)
    links.push(other)
  }
  const place = {
    file: fault === undefined ? file : null,
    thumbnail: await copyThumbnail(row, exporting),
  }
  return { photo: { ...photo, file: place.file, links }, row, place, fault }
}

/** @returns what to say if the original is missing or damaged. */
async function copyOriginal(
  row: PhotoRow,
  file: string,
  { target, media }: Exporting,
): Promise<string | undefined> {
  try {
    await target.copy(() => media.open(originalKey(row.original)), file, row)
    return undefined
  } catch (error) {
    if (!(error instanceof LostOriginal)) throw error
    return `the original of ${row.title || row.source_name} (${row.id}) is missing or damaged`
  }
}

/** A missing thumbnail is no fault: the gallery makes it again when it is requested. */
async function copyThumbnail(
  row: PhotoRow,
  { target, media, store }: Exporting,
): Promise<string | null> {
  const rendition = store.thumbnailOf(row.row_id)
  if (!rendition) return null
  const file = `thumbs/${row.file_name.replace(/\.jpg$/, '')}.${rendition.format}`
  // Their names change with the picture, so one that is there is the right one.
  if (target.keep(file, rendition.bytes)) return file
  await using source = await media.open(renditionKey(row.file_name, rendition))
  const found = source && Bun.file(source.path)
  if (!found || !(await found.exists())) return null
  await target.write(file, await found.bytes())
  return file
}

const photoOf = (row: PhotoRow): ExportedPhoto => ({
  id: row.id,
  file: null,
  links: [],
  md5: row.md5,
  bytes: row.bytes,
  fileName: row.source_name,
  source: row.source,
  sourceDate: row.source_date,
  sourceFolder: row.source_folder,
  addedAt: new Date(row.uploaded_at).toISOString(),
  takenAt: row.taken_local === null ? null : row.taken_local + (row.taken_offset ?? ''),
  place:
    row.latitude === null || row.longitude === null
      ? null
      : { latitude: row.latitude, longitude: row.longitude, altitude: row.altitude },
  title: row.title,
  description: row.description,
  keywords: JSON.parse(row.keywords),
  alt: row.alt,
  rating: row.rating,
  creator: row.creator,
  copyright: row.copyright,
  edit: editOf(row),
})
