import { notFound } from '../../core/errors.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { type RenditionFormat, renditions } from '../../images/variants.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { originalKey, type RenditionKey, renditionKey } from '../../storage/media-keys.ts'
import { renderPicture } from '../photos/render-picture.ts'
import type { ImageRow } from '../photos/row.ts'
import type { TrashStore } from './store.ts'

type Preview = { readonly bytes: Uint8Array; readonly format: RenditionFormat }

/** The thumbnail of a photo in the trash: that of the grid if it was kept, otherwise rendered again. */
export function createTrashPreview({
  trash,
  media,
  queue,
  library,
}: {
  trash: TrashStore
  media: Media
  queue: RenderQueue
  library: Library
}) {
  const key: RenditionKey = {
    variant: 'thumb',
    width: renditions.thumb.width,
    format: 'jpeg',
    no_ai: 0,
  }

  const stored = async (
    photo: number,
    fileName: string,
    accepts: (format: RenditionFormat) => boolean,
  ): Promise<Preview | undefined> => {
    for (const tile of trash.renditions(photo)) {
      const isTile = tile.variant === key.variant && tile.is_kept === 1 && tile.bytes > 0
      if (!isTile || !accepts(tile.format)) continue
      const file = await media.open(renditionKey(fileName, tile), tile.bytes)
      if (file) return { bytes: await Bun.file(file.path).bytes(), format: tile.format }
    }
    return undefined
  }

  const made = (photo: number): Promise<Preview> =>
    queue.forVisitor(async () => {
      const row = trash.photoRow(photo) as unknown as ImageRow
      const original = await media.open(originalKey(row.original))
      if (!original) throw notFound()
      const source = await Bun.file(original.path).bytes()
      return { bytes: await renderPicture(row, key, source, library.temporary), format: key.format }
    })

  const storedOrMade = async (
    photo: number,
    fileName: string,
    accepts: (format: RenditionFormat) => boolean,
  ): Promise<Preview> => (await stored(photo, fileName, accepts)) ?? (await made(photo))

  /** @throws AppError 404 unless the photo is in the trash, 503 if too many are being rendered. */
  return async (id: string, accepts: (format: RenditionFormat) => boolean): Promise<Preview> => {
    const requireRow = () => {
      const row = trash.find(id)
      if (!row) throw notFound()
      return row
    }
    const { photo, file_name } = requireRow()
    const preview = await storedOrMade(photo, file_name, accepts).catch((error: unknown) => {
      // It may have been deleted or restored meanwhile, and its files with it.
      requireRow()
      throw error
    })
    requireRow()
    return preview
  }
}
