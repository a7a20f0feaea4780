import { canvasSize, clampCrop, isUnedited } from '../../contract/photos/crop.ts'
import type { Edit } from '../../contract/photos/photos.ts'
import type { Size } from '../../images/variants.ts'

/** The edit as it is stored for a photo of this size; null if it would change nothing. */
export function effectiveEdit(edit: Edit, full: Size): Edit | null {
  const settled = onCanvas(edit, full)
  return isUnedited(settled, full) ? null : settled
}

/** The edit with its crop on the rotated canvas. */
export const onCanvas = (edit: Edit, full: Size): Edit => ({
  rotation: edit.rotation,
  ...clampCrop(edit, canvasSize(full, edit.rotation)),
})
