import {
  type CropAspect,
  canvasSize,
  cropAspects,
  defaultCrop,
  largestInside,
  percentToPixels,
  pixelsToPercent,
  type Rect,
} from '../../../src/contract/crop.ts'
import type { Edit, Photo } from '../../../src/contract/photos.ts'

/** Upright pixels of the photo before any edit. */
export type FullSize = { readonly width: number; readonly height: number }

export type CropState = {
  /** Degrees clockwise, 0 to 359. */
  readonly rotation: number
  readonly aspect: CropAspect
  /** Percent of the turned canvas; undefined is all of it. */
  readonly crop: Rect | undefined
}

export const fullSizeOf = ({ width, height, fullWidth, fullHeight }: Photo): FullSize => ({
  width: fullWidth ?? width,
  height: fullHeight ?? height,
})

/** What the dialog begins with: the photo's present edit, else the crop that is proposed first. */
export function firstState(full: FullSize, edit: Edit | null | undefined): CropState {
  if (!edit) return { rotation: 0, aspect: 'free', crop: proposed(full, 0, 'free') }
  const { rotation } = edit
  const canvas = canvasSize(full, rotation)
  const isWhole = edit.width >= canvas.width && edit.height >= canvas.height
  return { rotation, aspect: 'free', crop: isWhole ? undefined : pixelsToPercent(edit, canvas) }
}

/** The unedited photo: saved like this, an edit is gone. */
export const restored: CropState = { rotation: 0, aspect: 'free', crop: undefined }

export const withAspect = (state: CropState, full: FullSize, aspect: CropAspect): CropState => ({
  ...state,
  aspect,
  crop: proposed(full, state.rotation, aspect),
})

/** A quarter of a turn takes a free crop along; else one is proposed anew for the other canvas. */
export function turnedBy(state: CropState, full: FullSize, degrees: 5 | 90): CropState {
  const rotation = (state.rotation + degrees) % 360
  const { aspect, crop } = state
  if (degrees === 90 && (aspect === 'free' || !crop)) {
    return { rotation, aspect, crop: crop && quarterTurned(crop) }
  }
  return { rotation, aspect, crop: proposed(full, rotation, aspect) }
}

/** The state as it is saved: pixels of the turned canvas. */
export function toEdit({ rotation, crop }: CropState, full: FullSize): Edit {
  const canvas = canvasSize(full, rotation)
  return { rotation, ...(crop ? percentToPixels(crop, canvas) : { x: 0, y: 0, ...canvas }) }
}

export const isSameState = (one: CropState, other: CropState, full: FullSize): boolean =>
  JSON.stringify(toEdit(one, full)) === JSON.stringify(toEdit(other, full))

/** Where the turn left black corners, none of them; else most of the photo. */
function proposed(full: FullSize, rotation: number, aspect: CropAspect): Rect {
  const canvas = canvasSize(full, rotation)
  const hasCorners = rotation % 90 !== 0
  const crop = hasCorners
    ? shaped(largestInside(full, rotation), cropAspects[aspect])
    : defaultCrop(canvas, aspect)
  return pixelsToPercent(crop, canvas)
}

/** The largest part of the rectangle that has this width ÷ height, in its middle. */
function shaped(rect: Rect, ratio: number | null): Rect {
  if (ratio === null) return rect
  const width = Math.min(rect.width, Math.floor(rect.height * ratio))
  const height = Math.min(rect.height, Math.floor(width / ratio))
  return {
    x: rect.x + Math.floor((rect.width - width) / 2),
    y: rect.y + Math.floor((rect.height - height) / 2),
    width,
    height,
  }
}

const quarterTurned = ({ x, y, width, height }: Rect): Rect => ({
  x: 100 - y - height,
  y: x,
  width: height,
  height: width,
})
