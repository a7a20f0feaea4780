import type { Edit } from './photos.ts'

/** In pixels. */
type Size = { readonly width: number; readonly height: number }
/** In pixels of the rotated canvas, or in percent of it. */
export type Rect = Size & { readonly x: number; readonly y: number }

/** Width ÷ height; null for a free aspect ratio. */
export const cropAspects = {
  portrait: 0.8,
  landscape: 1200 / 628,
  square: 1,
  free: null,
} as const
export type CropAspect = keyof typeof cropAspects

const defaultShare = 0.9
/** Less than a pixel, more than the rounding error of a few multiplications. */
const epsilon = 1e-9

/** Cosine and sine of a clockwise rotation in degrees (y points down); exact for right angles. */
export function cosAndSin(rotation: number): { cos: number; sin: number } {
  const degrees = ((rotation % 360) + 360) % 360
  if (degrees % 90 === 0) {
    return { cos: [1, 0, -1, 0][degrees / 90]!, sin: [0, 1, 0, -1][degrees / 90]! }
  }
  const radians = (degrees * Math.PI) / 180
  return { cos: Math.cos(radians), sin: Math.sin(radians) }
}

export function canvasSize({ width, height }: Size, rotation: number): Size {
  const { cos, sin } = cosAndSin(rotation)
  return {
    width: Math.max(1, Math.round(width * Math.abs(cos) + height * Math.abs(sin))),
    height: Math.max(1, Math.round(width * Math.abs(sin) + height * Math.abs(cos))),
  }
}

/** The part of `rect` on the canvas, in whole pixels, at least one. */
export function clampCrop(rect: Rect, canvas: Size): Rect {
  const x = clamp(Math.round(rect.x), 0, canvas.width - 1)
  const y = clamp(Math.round(rect.y), 0, canvas.height - 1)
  return {
    x,
    y,
    width: clamp(Math.round(rect.x + rect.width), x + 1, canvas.width) - x,
    height: clamp(Math.round(rect.y + rect.height), y + 1, canvas.height) - y,
  }
}

/** In whole pixels: https://stackoverflow.com/a/16778797 (rotatedRectWithMaxArea). */
export function largestInside(photo: Size, rotation: number): Rect {
  const canvas = canvasSize(photo, rotation)
  const inside = largestArea(photo, rotation)
  const [x, width] = centred(canvas.width, inside.width)
  const [y, height] = centred(canvas.height, inside.height)
  return clampCrop({ x, y, width, height }, canvas)
}

function largestArea(photo: Size, rotation: number): Size {
  const turn = cosAndSin(rotation)
  const cos = Math.abs(turn.cos)
  const sin = Math.abs(turn.sin)
  const long = Math.max(photo.width, photo.height)
  const short = Math.min(photo.width, photo.height)
  if (short <= 2 * sin * cos * long || Math.abs(sin - cos) < epsilon) {
    const half = short / 2
    return photo.width >= photo.height
      ? { width: half / sin, height: half / cos }
      : { width: half / cos, height: half / sin }
  }
  const spread = cos * cos - sin * sin
  return {
    width: (photo.width * cos - photo.height * sin) / spread,
    height: (photo.height * cos - photo.width * sin) / spread,
  }
}

function centred(whole: number, part: number): [start: number, length: number] {
  const start = Math.ceil((whole - part) / 2 - epsilon)
  return [start, Math.floor((whole + part) / 2 + epsilon) - start]
}

/** The crop proposed first: 90 % of the canvas's width in the given aspect ratio, centred. */
export function defaultCrop(canvas: Size, aspect: CropAspect): Rect {
  const ratio = cropAspects[aspect]
  const widest = canvas.width * defaultShare
  const width = ratio === null ? widest : Math.min(widest, canvas.height * ratio)
  const height = ratio === null ? canvas.height * defaultShare : width / ratio
  const size = {
    width: clamp(Math.round(width), 1, canvas.width),
    height: clamp(Math.round(height), 1, canvas.height),
  }
  return {
    x: Math.floor((canvas.width - size.width) / 2),
    y: Math.floor((canvas.height - size.height) / 2),
    ...size,
  }
}

export function percentToPixels(percent: Rect, canvas: Size): Rect {
  const x = (percent.x * canvas.width) / 100
  const y = (percent.y * canvas.height) / 100
  const width = (percent.width * canvas.width) / 100
  const height = (percent.height * canvas.height) / 100
  return clampCrop({ x, y, width, height }, canvas)
}

export function pixelsToPercent(rect: Rect, canvas: Size): Rect {
  return {
    x: (rect.x * 100) / canvas.width,
    y: (rect.y * 100) / canvas.height,
    width: (rect.width * 100) / canvas.width,
    height: (rect.height * 100) / canvas.height,
  }
}

/** Whether an edit changes nothing about a photo of that size. */
export function isUnedited({ rotation, x, y, width, height }: Edit, photo: Size): boolean {
  const isWhole = width >= photo.width && height >= photo.height
  return rotation % 360 === 0 && x <= 0 && y <= 0 && isWhole
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
