import { rgbaToThumbHash } from 'thumbhash'
import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Edit, EditPreviewQuery, Photo } from '../../contract/photos/photos.ts'
import type { Clock } from '../../core/clock.ts'
import type { KeyedQueue } from '../../core/concurrency/by-key.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'
import { editedPicture, type Picture, pictureOf, rotatedPicture } from '../../images/picture.ts'
import { renderAtEdit, renderPreview } from '../../images/render.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { creditsOf } from '../../images/rights.ts'
import { type Library, randomFileName } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { effectiveEdit, onCanvas } from './effective-edit.ts'
import type { PhotoEvents } from './events.ts'
import type { Intents } from './intents.ts'
import { originalFailure } from './missing-original.ts'
import { originalBytes } from './original-file.ts'
import type { RenditionStore } from './renditions.ts'
import { createRenditionReplacer } from './replace-renditions.ts'
import { editOf, type PhotoRow } from './row.ts'
import type { PhotoStore } from './store.ts'

const previewSide = 1200

export type Edits = ReturnType<typeof createEdits>

/** The original never changes: an edited photo is rendered again under a new name. */
export function createEdits(parts: {
  store: Store
  photoRows: PhotoStore
  renditions: RenditionStore
  intents: Intents
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
  keepsAiOut: () => boolean
  /** By photo: its changes wait for each other. */
  inOrder: KeyedQueue
  events: Pick<PhotoEvents, 'changed'>
}) {
  const { photoRows: photos, library, media, queue, keepsAiOut, inOrder, events } = parts
  const replaceRenditions = createRenditionReplacer(parts)
  const requireRow = (id: string): PhotoRow => {
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
      throw originalFailure(error, requireRow(row.id), 'owner')
    })
    return pictureOf(bytes, row.orientation, row.adobe_rgb === 1)
  }

  const apply = async (id: string, wanted: Edit | null): Promise<Photo> => {
    const row = requireRow(id)
    const edit = wanted && effectiveEdit(wanted, { width: row.full_width, height: row.full_height })
    if (Bun.deepEquals(edit, editOf(row))) return photoOf(id)
    const rendered = await queue.forVisitor(async () => {
      const picture = editedPicture(await pictureFor(row), edit, library.temporary)
      return {
        ...(await renderAtEdit(picture, creditsOf(row, keepsAiOut()))),
        size: picture.size,
      }
    })
    const { rgba, size } = rendered.tiny
    const fileName = randomFileName()
    const { creator, copyright } = row
    const pictures = { fileName, renditions: rendered.renditions, credits: { creator, copyright } }
    return media.during(() =>
      replaceRenditions(id, pictures, ({ row_id }) => {
        photos.setEdit({
          row_id,
          file_name: fileName,
          width: rendered.size.width,
          height: rendered.size.height,
          thumbhash: rgbaToThumbHash(size.width, size.height, rgba),
          edit_rotation: edit?.rotation ?? null,
          edit_x: edit?.x ?? null,
          edit_y: edit?.y ?? null,
          edit_width: edit?.width ?? null,
          edit_height: edit?.height ?? null,
        })
        events.changed.emit(row_id)
        return []
      }),
    )
  }

  return {
    /** An edit that changes nothing removes an earlier one. @throws AppError 404, 503. */
    save: (id: string, edit: Edit): Promise<Photo> => inOrder(id, () => apply(id, edit)),
    /** Removes the edit. @throws AppError 404, 503. */
    restore: (id: string): Promise<Photo> => inOrder(id, () => apply(id, null)),
    /** A JPEG of what an edit would look like; nothing is stored. @throws AppError 404, 503. */
    preview: async (id: string, query: EditPreviewQuery): Promise<Uint8Array> => {
      const row = requireRow(id)
      const bytes = await queue.forVisitor(async () => {
        const picture = await pictureFor(row)
        return renderPreview(previewOf(picture, query, library), previewSide)
      })
      requireRow(id)
      return bytes
    },
  }
}

function previewOf(picture: Picture, query: EditPreviewQuery, library: Library) {
  const { rotation, x, y, width, height } = query
  if (x === undefined || y === undefined || !width || !height) {
    return rotatedPicture(picture, rotation, library.temporary)
  }
  const edit = onCanvas({ rotation, x, y, width, height }, picture.full)
  return editedPicture(picture, edit, library.temporary)
}
