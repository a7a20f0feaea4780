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
      // A smart album has this name.
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
     * After files were moved: a renamed folder keeps its album; between other folders, photos change
     * albums. @returns the albums to be renamed.
     */
    move: (source: SourceRow, moves: readonly Move[]): Rename[] => {
      if (source.album_per_subfolder === 0) return []
      const folders = createFolderMoves(source, rows)
      const first = albums.reservePositions(moves.length)
      for (const [index, { from, to, photo }] of moves.entries()) {
        if (dirname(from) === dirname(to) || folders.move(dirname(from), dirname(to))) continue
        const album = rows.albumOf(source.row_id, dirname(from))?.album
        if (album) albums.takePhoto(album, photo)
        add(source, to, photo, first + index)
      }
      return folders.renames
    },
    rename: async ({ album, name }: Rename): Promise<void> => {
      await albums.change(album, { name }, ownerViewer).catch((error: unknown) => {
        // Another album has the name, or it was deleted meanwhile.
        if (!(error instanceof AppError)) throw error
      })
    },
  }
}

/** The folders that were renamed as a whole, whose albums move with them. */
function createFolderMoves({ row_id: source }: SourceRow, rows: SourceStore) {
  const renames: Rename[] = []
  const moved = new Set<string>()
  /** Whether nothing is left in the one folder, and the other one has no album of its own. */
  const canMove = (from: string, to: string): boolean =>
    !rows.albumOf(source, to) && !rows.hasItemsIn(source, from)

  return {
    /** The albums that had the names of their folders, and must be renamed. */
    renames,
    /** @returns whether the folder's album has moved, with its photos. */
    move: (from: string, to: string): boolean => {
      const key = `${from}\0${to}`
      if (moved.has(key)) return true
      const album = from === '.' || to === '.' ? undefined : rows.albumOf(source, from)
      if (!album || !canMove(from, to)) return false
      rows.moveAlbum(source, from, to)
      moved.add(key)
      const row = album.album === null ? undefined : rows.album(album.album)
      if (row?.name === nameOf(from)) renames.push({ album: row.id, name: nameOf(to) })
      return true
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
