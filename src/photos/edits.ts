import { rgbaToThumbHash } from 'thumbhash'
import type { Clock } from '../clock.ts'
import { notFound } from '../contract/app-error.ts'
import { canvasSize, clampCrop, isUnedited } from '../contract/crop.ts'
import type { Edit, EditPreviewQuery, Photo } from '../contract/photos.ts'
import { ownerViewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'
import { type Library, randomFileName } from '../images/library.ts'
import { renditionKey } from '../images/media-keys.ts'
import { editedPicture, pictureOf, rotatedPicture } from '../images/picture.ts'
import { renderAtEdit, renderPreview } from '../images/render.ts'
import type { RenderQueue } from '../images/render-queue.ts'
import { creditsOf } from '../images/rights.ts'
import { warn } from '../log.ts'
import type { Media } from '../media/media.ts'
import type { InOrder } from './in-order.ts'
import type { IntentFiles, Intents } from './intents.ts'
import { originalFailure } from './missing-original.ts'
import { originalBytes } from './original-file.ts'
import type { OnPhotoChanged } from './photos.ts'
import type { KeptRendition, RenditionStore } from './renditions.ts'
import { editOf, type PhotoRow } from './row.ts'
import type { PhotoStore } from './store.ts'

const previewSide = 1200

export type Edits = ReturnType<typeof createEdits>

/** The original never changes: an edited photo is rendered again under a new name. */
export function createEdits(parts: {
  store: Store
  photos: PhotoStore
  renditions: RenditionStore
  intents: Intents
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
  keepsAiOut: () => boolean
  inOrder: InOrder
  onChanged: OnPhotoChanged
}) {
  const { store, photos, renditions, intents, library, media, queue, clock } = parts
  const { inOrder, onChanged } = parts
  const found = (id: string): PhotoRow => {
    const row = photos.row(id)
    if (!row) throw notFound()
    return row
  }

  const photoOf = (id: string): Photo => {
    const photo = photos.visible(id, ownerViewer)
    if (!photo) throw notFound()
    return photo
  }

  const pictureFor = async (row: PhotoRow) => {
    const bytes = await originalBytes(row.original, media).catch((error: unknown) => {
      // If it was deleted meanwhile, respond with 404 and not with the missing file.
      throw originalFailure(error, found(row.id), 'owner')
    })
    return pictureOf(bytes, row.orientation, row.adobe_rgb === 1)
  }

  const apply = async (id: string, wanted: Edit | null): Promise<Photo> => {
    const row = found(id)
    const edit = wanted && effective(wanted, row)
    if (Bun.deepEquals(edit, editOf(row))) return photoOf(id)
    const rendered = await queue.forVisitor(async () => {
      const picture = editedPicture(await pictureFor(row), edit, library.temporary)
      return {
        ...(await renderAtEdit(picture, creditsOf(row, parts.keepsAiOut()))),
        size: picture.size,
      }
    })
    const { rgba, size } = rendered.tiny
    const change: Change = {
      file_name: randomFileName(),
      width: rendered.size.width,
      height: rendered.size.height,
      thumbhash: rgbaToThumbHash(size.width, size.height, rgba),
      edit_rotation: edit?.rotation ?? null,
      edit_x: edit?.x ?? null,
      edit_y: edit?.y ?? null,
      edit_width: edit?.width ?? null,
      edit_height: edit?.height ?? null,
    }
    return media.during(() => replace(id, rendered.renditions, change))
  }

  type Change = Omit<Parameters<PhotoStore['setEdit']>[0], 'row_id'>

  /** New files first, then the row, then the old files are deleted. */
  const replace = async (id: string, made: KeptRendition[], change: Change): Promise<Photo> => {
    const keys = made.map((rendition) =>
      renditionKey(change.file_name, { ...rendition, width: rendition.size.width }),
    )
    const added = { files: keys }
    const intent = await store.note(() => intents.declare('ingest', added))
    try {
      await media.addDerived(keys.map((key, index) => [key, made[index]!.bytes]))
      const { photo, removed } = await store.write(() => {
        const row = found(id)
        const files = derivedFiles(row)
        renditions.clear(row.row_id)
        photos.setEdit({ row_id: row.row_id, ...change })
        onChanged(row.row_id)
        renditions.putKept(row.row_id, made, clock.now())
        intents.fulfil(intent)
        const rowId = intents.declare('delete', files)
        return { photo: photoOf(id), removed: { rowId, files } }
      })
      await intents.carryOut([removed]).catch(logLeftovers)
      return photo
    } catch (error) {
      await intents.undo(intent, added, error).catch(logLeftovers)
      throw error
    }
  }

  const derivedFiles = (row: PhotoRow): IntentFiles => ({
    files: renditions
      .ofPhoto(row.row_id)
      .map((rendition) => renditionKey(row.file_name, rendition)),
  })

  return {
    /** An edit that changes nothing removes an earlier one. @throws AppError 404, 503. */
    save: (id: string, edit: Edit): Promise<Photo> => inOrder(id, () => apply(id, edit)),
    /** Removes the edit. @throws AppError 404, 503. */
    restore: (id: string): Promise<Photo> => inOrder(id, () => apply(id, null)),
    /** A JPEG of what an edit would look like; nothing is stored. @throws AppError 404, 503. */
    preview: async (id: string, { rotation, ...crop }: EditPreviewQuery): Promise<Uint8Array> => {
      const row = found(id)
      const bytes = await queue.forVisitor(async () => {
        const picture = await pictureFor(row)
        const { x, y, width, height } = crop
        const isWhole = x === undefined || y === undefined || !width || !height
        const shown = isWhole
          ? rotatedPicture(picture, rotation, library.temporary)
          : editedPicture(
              picture,
              onCanvas({ rotation, x, y, width, height }, picture.full),
              library.temporary,
            )
        return renderPreview(shown, previewSide)
      })
      found(id)
      return bytes
    },
  }
}

function effective(edit: Edit, { full_width: width, full_height: height }: PhotoRow): Edit | null {
  const settled = onCanvas(edit, { width, height })
  return isUnedited(settled, { width, height }) ? null : settled
}

const onCanvas = (edit: Edit, full: { width: number; height: number }): Edit => ({
  rotation: edit.rotation,
  ...clampCrop(edit, canvasSize(full, edit.rotation)),
})

const logLeftovers = (failure: unknown) => {
  warn(`Leftover files of an edit will be cleaned up at the next start: ${String(failure)}`)
}
