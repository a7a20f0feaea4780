import type { Context, TypedResponse } from 'hono'
import type { Album } from '../../contract/albums/albums.ts'
import type { Viewer } from '../../contract/people/viewer.ts'
import { notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { streamedJson } from '../../http/streamed-json.ts'
import type { Albums } from './albums.ts'

/** Albums with more photos are streamed, this many ids at a time. */
export const pieceSize = 1000

export type AlbumResponse = Response & TypedResponse<{ data: Album }, 200, 'json'>

export function createAlbumResponse(albums: Pick<Albums, 'photoIds' | 'rowIds'>) {
  /** Sends an album with the ids of its photos; a long list ends early once `mayGoOn` is false. */
  const sendAlbum = (
    c: Context<Env>,
    album: Album,
    rowIds: Int32Array,
    mayGoOn: (viewer: Viewer) => boolean,
  ): AlbumResponse => {
    if (rowIds.length <= pieceSize) {
      const photos = albums.photoIds(rowIds, c.get('viewer'))
      return c.json({ data: { ...album, photos } }) as AlbumResponse
    }
    function* pieces() {
      yield `{"data":${JSON.stringify(album).slice(0, -1)},"photos":[`
      let separator = ''
      for (let next = 0; next < rowIds.length; next += pieceSize) {
        const viewer = c.get('viewerNow')()
        if (!mayGoOn(viewer)) throw notFound()
        const ids = albums.photoIds(rowIds.subarray(next, next + pieceSize), viewer)
        yield separator + JSON.stringify(ids).slice(1, -1)
        if (ids.length > 0) separator = ','
      }
      yield ']}}'
    }
    return streamedJson(c, pieces()) as AlbumResponse
  }
  return {
    sendAlbum,
    /** What the owner has just changed. */
    sendChanged: (c: Context<Env>, album: Album): AlbumResponse =>
      sendAlbum(c, album, albums.rowIds(album.id, c.get('viewer')), ({ isOwner }) => isOwner),
  }
}
