import { canvasSize, clampCrop, isUnedited } from '../../contract/photos/crop.ts'
import type { Edit } from '../../contract/photos/photos.ts'
import type { Size } from '../../images/variants.ts'
import { type EditColumns, editOf, type PhotoRow } from './row.ts'

/** How much the shape of a version may differ for the photo to keep its crop, as a share. */
const sameShape = 0.01

/** A crop is kept if the new picture has the same shape, in whatever size. */
export function scaleCropTo(
  row: EditColumns & Pick<PhotoRow, 'full_width' | 'full_height'>,
  full: Size,
): Edit | null {
  const edit = editOf(row)
  if (!edit) return null
  const before = { width: row.full_width, height: row.full_height }
  const ratio = full.width / full.height / (before.width / before.height)
  if (Math.abs(ratio - 1) > sameShape) return null
  const from = canvasSize(before, edit.rotation)
  const to = canvasSize(full, edit.rotation)
  const across = to.width / from.width
  const down = to.height / from.height
  const rect = {
    x: edit.x * across,
    y: edit.y * down,
    width: edit.width * across,
    height: edit.height * down,
  }
  const scaled = { rotation: edit.rotation, ...clampCrop(rect, to) }
  return isUnedited(scaled, full) ? null : scaled
}
