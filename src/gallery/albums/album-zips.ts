import { type FileHandle, open } from 'node:fs/promises'
import { makeZip } from 'client-zip'
import type { Viewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { pause } from '../../core/concurrency/turns.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { Photos } from '../photos/photos.ts'
import type { Pictures } from '../photos/pictures.ts'
import type { Albums } from './albums.ts'
import { entryName, entryTime } from './zip-names.ts'

const chunkBytes = 256 * 1024
const failuresName = 'Missing photos.txt'

type Content = {
  readonly chunks: () => AsyncIterable<Uint8Array>
  readonly close: () => Promise<void>
}
/** The viewer, and the network in whose turns the pictures are rendered. */
type Downloader = { readonly viewerNow: () => Viewer; readonly client: string }
type Entry = { name: string; input: AsyncIterable<Uint8Array> | string; lastModified?: Date }

export type AlbumZips = ReturnType<typeof createAlbumZips>

/**
 * Albums as zip files of the public originals. A picture is rendered, if necessary, only when the client
 * has read those before it, so memory use does not depend on the size of the album.
 */
export function createAlbumZips({
  albums,
  photos,
  pictures,
}: {
  albums: Pick<Albums, 'rowIds' | 'requireDownload'>
  photos: Pick<Photos, 'read'>
  pictures: Pick<Pictures, 'find'>
}) {
  /** @throws AppError 404 if the viewer may not see the photo; an error if it cannot be made. */
  const openPicture = async (
    { fileName }: Photo,
    { viewerNow, client }: Downloader,
  ): Promise<Content> => {
    const { content } = await pictures.find(
      { variant: 'original', fileName, w: undefined, f: undefined },
      () => false,
      viewerNow,
      () => undefined,
      client,
    )
    if (content instanceof Uint8Array) {
      return {
        chunks: async function* () {
          yield content
        },
        close: async () => undefined,
      }
    }
    const file = await open(content.path)
    return { chunks: () => chunksOf(file), close: () => file.close() }
  }

  /** @throws AppError 404 as soon as the viewer may no longer download the album. */
  async function* entriesOf(id: string, downloader: Downloader): AsyncGenerator<Entry> {
    const permitted = () => {
      const viewer = downloader.viewerNow()
      albums.requireDownload(id, viewer)
      return viewer
    }
    const failed: string[] = []
    const rowIds = albums.rowIds(id, permitted())
    for (const [index, rowId] of rowIds.entries()) {
      await pause()
      const present = () => photos.read([rowId], permitted())[0]
      const photo = present()
      // It was deleted meanwhile.
      if (!photo) continue
      const name = entryName(index, rowIds.length, photo.title)
      const picture = await openPicture(photo, downloader).catch((error: unknown) => {
        if (!present()) return undefined
        warn(`A photo is missing from a download (${photo.id}): ${stackOf(error)}`)
        failed.push(name)
        return undefined
      })
      if (!picture) continue
      try {
        permitted()
        const lastModified = entryTime(photo.originalDate, photo.uploadDate)
        yield { name, input: picture.chunks(), lastModified }
      } finally {
        await picture.close()
      }
    }
    if (failed.length > 0) yield { name: failuresName, input: failureText(failed) }
  }

  return {
    /**
     * The bytes of the zip file. The stream fails when the viewer loses access.
     * @throws AppError 404 if the viewer may not download the album.
     */
    zip: (id: string, downloader: Downloader): ReadableStream<Uint8Array> => {
      albums.requireDownload(id, downloader.viewerNow())
      return makeZip(entriesOf(id, downloader), { buffersAreUTF8: true })
    },
  }
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(chunkBytes), 0, chunkBytes)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

const failureText = (names: readonly string[]) =>
  [
    'These photos could not be added. Try to download the album again later.',
    '',
    ...names,
    '',
  ].join('\r\n')
