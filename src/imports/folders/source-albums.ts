import { dirname } from 'node:path/posix'
import { limits } from '../../contract/limits.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import { AppError } from '../../core/errors.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { SourceRow } from './row.ts'
import type { SourceStore } from './store.ts'

export type SourceAlbums = ReturnType<typeof createSourceAlbums>

type Move = { readonly from: string; readonly to: string; readonly photo: number }
export type Rename = { readonly album: string; readonly name: string }

/** The albums of a source's subfolders. All but `rename` belong inside Store.write. */
export function createSourceAlbums({ rows, albums }: { rows: SourceStore; albums: Albums }) {
  /** Undefined for the source's own folder, and for an album that the owner has deleted. */
  const albumFor = (source: SourceRow, path: string): number | undefined => {
    const folder = dirname(path)
    if (source.album_per_subfolder === 0 || folder === '.') return undefined
    const known = rows.albumOf(source.row_id, folder)
    if (known) return known.album ?? undefined
    try {
      const { row_id: album } = albums.ensureNamed(nameOf(folder))
      rows.setAlbum(source.row_id, folder, album)
      return album
    } catch (error) {
      // An album of this name fills itself.
      if (error instanceof AppError) return undefined
      throw error
    }
  }

  const add = (source: SourceRow, path: string, photo: number, position: number): void => {
    const album = albumFor(source, path)
    if (album !== undefined) albums.addAtPosition(album, photo, position)
  }

  return {
    reservePositions: albums.reservePositions,
    add,
    /** After the setting was switched on. */
    addAll: (source: SourceRow): void => {
      const placed = rows.placed(source.row_id)
      const first = albums.reservePositions(placed.length)
      for (const [index, { path, photo }] of placed.entries()) {
        add(source, path, photo, first + index)
      }
    },
    /**
     * After files were moved: the album of a folder that was renamed stays, and others lose and get
     * photos. @returns the albums to be renamed.
     */
    move: (source: SourceRow, moves: readonly Move[]): Rename[] => {
      if (source.album_per_subfolder === 0) return []
      const renames: Rename[] = []
      const renamed = new Set<string>()
      const isRenamed = (from: string, to: string): boolean => {
        if (renamed.has(`${from}\0${to}`)) return true
        const album = from === '.' || to === '.' ? undefined : rows.albumOf(source.row_id, from)
        if (!album || rows.albumOf(source.row_id, to) || rows.hasItemsIn(source.row_id, from)) {
          return false
        }
        rows.moveAlbum(source.row_id, from, to)
        renamed.add(`${from}\0${to}`)
        const row = album.album === null ? undefined : rows.album(album.album)
        if (row?.name === nameOf(from)) renames.push({ album: row.id, name: nameOf(to) })
        return true
      }
      const first = albums.reservePositions(moves.length)
      for (const [index, { from, to, photo }] of moves.entries()) {
        if (dirname(from) === dirname(to) || isRenamed(dirname(from), dirname(to))) continue
        const album = rows.albumOf(source.row_id, dirname(from))?.album
        if (album) albums.takePhoto(album, photo)
        add(source, to, photo, first + index)
      }
      return renames
    },
    rename: async ({ album, name }: Rename): Promise<void> => {
      await albums.change(album, { name }, ownerViewer).catch((error: unknown) => {
        // Another album has the name, or it was deleted meanwhile.
        if (!(error instanceof AppError)) throw error
      })
    },
  }
}

/** 'Trips / Rome' for 'Trips/Rome'. */
function nameOf(folder: string): string {
  const name = folder
    .split('/')
    .map((part) => part.replace(/[\u0000-\u001f\u007f]/g, ' ').trim())
    .join(' / ')
  return name.length <= limits.albumName ? name : name.slice(-limits.albumName).trim()
}
