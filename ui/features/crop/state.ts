import {
  type CropAspect,
  canvasSize,
  cropAspects,
  defaultCrop,
  largestInside,
  percentToPixels,
  pixelsToPercent,
  type Rect,
} from '../../../src/contract/photos/crop.ts'
import type { Edit, Photo } from '../../../src/contract/photos/photos.ts'
import { texts } from './texts.ts'

/** Pixels of the upright, unedited photo. */
export type FullSize = { readonly width: number; readonly height: number }

export type CropState = {
  /** Degrees clockwise, 0 to 359. */
  readonly rotation: number
  readonly aspect: CropAspect
  /** In percent of the rotated canvas; undefined means all of it. */
  readonly crop: Rect | undefined
}

export const fullSizeOf = ({ width, height, fullWidth, fullHeight }: Photo): FullSize => ({
  width: fullWidth ?? width,
  height: fullHeight ?? height,
})

/** The dialog's initial state: the photo's edit, or a proposed crop. */
export function initialState(full: FullSize, edit: Edit | null | undefined): CropState {
  if (!edit) return { rotation: 0, aspect: 'free', crop: proposed(full, 0, 'free') }
  const { rotation } = edit
  const canvas = canvasSize(full, rotation)
  const isWhole = edit.width >= canvas.width && edit.height >= canvas.height
  return { rotation, aspect: 'free', crop: isWhole ? undefined : pixelsToPercent(edit, canvas) }
}

/** The unedited photo: saving this removes the edit. */
export const restored: CropState = { rotation: 0, aspect: 'free', crop: undefined }

export const withAspect = (state: CropState, full: FullSize, aspect: CropAspect): CropState => ({
  ...state,
  aspect,
  crop: proposed(full, state.rotation, aspect),
})

/** Rotating by 90° keeps a free crop; otherwise a new crop is proposed for the new canvas. */
export function rotatedBy(state: CropState, full: FullSize, degrees: 5 | 90): CropState {
  const rotation = (state.rotation + degrees) % 360
  const { aspect, crop } = state
  if (degrees === 90 && (aspect === 'free' || !crop)) {
    return { rotation, aspect, crop: crop && rotatedByQuarter(crop) }
  }
  return { rotation, aspect, crop: proposed(full, rotation, aspect) }
}

/** How far the slider rotates from a quarter turn; at 45° the next quarter turn begins. */
export const straightenMin = -45
export const straightenMax = 44

/** Degrees clockwise from the nearest quarter turn, -45 to 44. */
export const straightenedBy = ({ rotation }: CropState): number => ((rotation + 45) % 90) - 45

/** Keeps the quarter turns; a new crop without black corners is proposed. */
export function straightened(state: CropState, full: FullSize, degrees: number): CropState {
  const rotation = (state.rotation - straightenedBy(state) + degrees + 360) % 360
  return { ...state, rotation, crop: proposed(full, rotation, state.aspect) }
}

/** The edit to save, in pixels of the rotated canvas. */
export function toEdit({ rotation, crop }: CropState, full: FullSize): Edit {
  const canvas = canvasSize(full, rotation)
  return { rotation, ...(crop ? percentToPixels(crop, canvas) : { x: 0, y: 0, ...canvas }) }
}

export const isSameState = (one: CropState, other: CropState, full: FullSize): boolean =>
  JSON.stringify(toEdit(one, full)) === JSON.stringify(toEdit(other, full))

/** A crop that excludes the black corners of a rotation, otherwise most of the photo. */
function proposed(full: FullSize, rotation: number, aspect: CropAspect): Rect {
  const canvas = canvasSize(full, rotation)
  const hasCorners = rotation % 90 !== 0
  const crop = hasCorners
    ? shaped(largestInside(full, rotation), cropAspects[aspect])
    : defaultCrop(canvas, aspect)
  return pixelsToPercent(crop, canvas)
}

/** The largest centred part of the rectangle with this aspect ratio. */
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

const rotatedByQuarter = ({ x, y, width, height }: Rect): Rect => ({
  x: 100 - y - height,
  y: x,
  width: height,
  height: width,
})

/** The dialog's actions, in the order of their buttons. */
export type CropAction = keyof typeof texts.tools

export type CropHandlers = Readonly<Record<CropAction, () => void>>

const isAction = (name: string): name is CropAction => Object.hasOwn(texts.tools, name)

/** Runs the action's handler. @returns an error message if there is none */
export function runAction(name: string, handlers: Partial<CropHandlers>): string | undefined {
  if (!isAction(name)) return texts.notImplemented(name)
  const handler = handlers[name]
  if (!handler) return texts.undefinedAction
  handler()
  return undefined
}
