import type { Database } from 'bun:sqlite'
import { rm } from 'node:fs/promises'
import { exportInfoName } from '../../contract/exports/exported-gallery.ts'
import { copyTo, openForReading } from '../../core/database/snapshot.ts'
import type { Library } from '../../storage/library.ts'
import { readGallery } from '../backup/gallery-source.ts'
import { nameAlbumFolders } from './album-folders.ts'
import { openExportFolder } from './export-folder.ts'
import { exportInfo } from './export-info.ts'
import { exportLists } from './export-lists.ts'
import { exportAlbumPages } from './export-pages.ts'
import { exportPhotos } from './export-photos.ts'
import type { Exporting, ExportReport, ExportRequest } from './exporting.ts'
import { exportStore } from './store.ts'

/**
 * Writes the whole gallery into a folder in open formats, beside a running server or without one.
 * Only what has changed since the last export there is written.
 * @throws Error with one line for the owner.
 */
export async function exportGallery(request: ExportRequest): Promise<ExportReport> {
  const { library, openBucket } = request
  return readGallery({ library, openBucket }, async ({ connection, gallery, media }) => {
    const snapshot = await openCopy(connection, library)
    try {
      const target = await openExportFolder(request.folder, gallery.libraryId, library.root)
      const store = exportStore(snapshot.connection)
      return await writeAll({ request, store, media, target }, gallery.libraryId)
    } finally {
      await snapshot.close()
    }
  })
}

/**
 * The database as of one moment. It contains what signs people in, so it is in the data folder, and
 * has no name as soon as it is open, on systems that allow that.
 */
async function openCopy(connection: Database, library: Library) {
  const path = library.temporary()
  try {
    copyTo(connection, path)
    const copy = openForReading(path)
    await rm(path).catch(() => undefined)
    return {
      connection: copy.connection,
      close: async (): Promise<void> => {
        copy.connection.close()
        await rm(path, { force: true })
      },
    }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function writeAll(exporting: Exporting, galleryId: string): Promise<ExportReport> {
  const { target, store } = exporting
  const albums = nameAlbumFolders(store.albums(), target)
  const photos = await exportPhotos(exporting, albums)
  // What is in the folder is no whole export until the new one is complete.
  await target.withdraw(exportInfoName)
  await target.adopt(photos.list, photos.listName)
  const lists = await exportLists(exporting, albums)
  await exportAlbumPages(exporting, albums, photos.places)
  const counts = { photos: photos.count, albums: albums.length, ...lists }
  const info = await exportInfo(exporting, galleryId, counts)
  await target.sync()
  await target.write(exportInfoName, info)
  const removed = await target.removeOld()
  await target.finish()
  const { written, unchanged, linked, bytes } = target.counts
  return { ...counts, written, unchanged, linked, removed, bytes, faults: photos.faults }
}
