import { canvasSize, cosAndSin, type Rect } from '../contract/photos/crop.ts'
import type { RawPixels } from './encode.ts'
import { freePixels } from './free-pixels.ts'
import type { Picture } from './picture.ts'
import type { PixelSource } from './pixel-source.ts'
import { loadSharp } from './sharp.ts'
import type { Size } from './variants.ts'

/** Maps the pixel centre (u, v) to (xx·u + xy·v + x, yx·u + yy·v + y). */
export type Placement = {
  readonly xx: number
  readonly xy: number
  readonly yx: number
  readonly yy: number
  readonly x: number
  readonly y: number
}

type Matrix = [xx: number, xy: number, yx: number, yy: number]

/** The pixels around a point that bicubic interpolation reads, and one for rounding. */
const reach = 3
/** The side of the tiles that are rotated, which limits the memory, in pixels. */
const tileSide = 1024

/** Maps the upright photo, scaled to `whole`, to what is shown of it, scaled to `size`. */
export function placementOf({ full, crop, rotation }: Picture, whole: Size, size: Size): Placement {
  const { cos, sin } = cosAndSin(rotation)
  const canvas = canvasSize(full, rotation)
  const outX = size.width / crop.width
  const outY = size.height / crop.height
  const inX = full.width / whole.width
  const inY = full.height / whole.height
  const turn = {
    xx: outX * cos * inX,
    xy: -outX * sin * inY,
    yx: outY * sin * inX,
    yy: outY * cos * inY,
  }
  const middle = {
    x: (canvas.width / 2 - crop.x) * outX - 0.5,
    y: (canvas.height / 2 - crop.y) * outY - 0.5,
  }
  return moved({ ...turn, ...middle }, (1 - whole.width) / 2, (1 - whole.height) / 2)
}

export function moved(placement: Placement, x: number, y: number): Placement {
  const [left, top] = placed(placement, x, y)
  return { ...placement, x: left, y: top }
}

const placed = ({ xx, xy, yx, yy, x, y }: Placement, u: number, v: number) =>
  [xx * u + xy * v + x, yx * u + yy * v + y] as const

const cornersOf = ({ x, y, width, height }: Rect) =>
  [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const

/** The part of `source` needed for `target`; undefined if there is none. */
export function needed(placement: Placement, target: Rect, source: Size): Rect | undefined {
  const { xx, xy, yx, yy, x, y } = placement
  const determinant = xx * yy - xy * yx
  const corners = cornersOf(target).map(([u, v]) => [
    (yy * (u - x) - xy * (v - y)) / determinant,
    (xx * (v - y) - yx * (u - x)) / determinant,
  ])
  const us = corners.map(([u]) => u!)
  const vs = corners.map(([, v]) => v!)
  const left = Math.max(0, Math.floor(Math.min(...us)) - reach)
  const top = Math.max(0, Math.floor(Math.min(...vs)) - reach)
  const width = Math.min(source.width, Math.ceil(Math.max(...us)) + reach) - left
  const height = Math.min(source.height, Math.ceil(Math.max(...vs)) + reach) - top
  return width > 0 && height > 0 ? { x: left, y: top, width, height } : undefined
}

/** Draws the pixels at their placement within `size`; the rest is black. */
export async function rotatePixels(
  source: PixelSource,
  placement: Placement,
  size: Size,
): Promise<RawPixels> {
  const target: RawPixels = {
    data: Buffer.alloc(size.width * size.height * 3),
    ...size,
    channels: 3,
  }
  for (let y = 0; y < size.height; y += tileSide) {
    for (let x = 0; x < size.width; x += tileSide) {
      const width = Math.min(tileSide, size.width - x)
      const height = Math.min(tileSide, size.height - y)
      await rotateTile(source, placement, target, { x, y, width, height })
    }
  }
  return target
}

async function rotateTile(
  source: PixelSource,
  placement: Placement,
  target: RawPixels,
  tile: Rect,
) {
  const part = needed(placement, tile, source)
  if (!part) return
  const { xx, xy, yx, yy, x, y } = moved(placement, part.x, part.y)
  const { matrix, left, top } = steady([xx, xy, yx, yy], part)
  const sharp = await loadSharp()
  const own = await source.part(part)
  const { data, ...raw } = own
  const { data: pixels, info } = await sharp(data, { raw, limitInputPixels: false })
    .affine(matrix, {
      interpolator: 'bicubic',
      background: '#000',
      odx: x - Math.round(x),
      ody: y - Math.round(y),
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const place = { x: left + Math.round(x), y: top + Math.round(y) }
  const { width, height } = info
  copy({ data: pixels, ...place, width, height }, target, tile)
  freePixels(own, { data: pixels, width, height, channels: 3 })
}

/**
 * libvips lets a tile begin at the rounded minimum of its corners, before any offset. A half pixel,
 * as at 30°, is moved away from the edge where rounding decides.
 */
function steady(matrix: Matrix, part: Rect): { matrix: Matrix; left: number; top: number } {
  const [xx, xy, yx, yy] = matrix
  const corners = cornersOf({ ...part, x: 0, y: 0 })
  const left = Math.min(...corners.map(([u, v]) => xx * u + xy * v))
  const top = Math.min(...corners.map(([u, v]) => yx * u + yy * v))
  const isOnEdge = [left, top].some((least) => Math.abs(least - Math.floor(least) - 0.5) < 1e-7)
  if (isOnEdge) {
    const nudge = 1 + 1e-6
    return steady([xx * nudge, xy * nudge, yx * nudge, yy * nudge], part)
  }
  return { matrix, left: Math.round(left), top: Math.round(top) }
}

function copy(from: Rect & { data: Uint8Array }, target: RawPixels, tile: Rect): void {
  const left = Math.max(from.x, tile.x)
  const right = Math.min(from.x + from.width, tile.x + tile.width)
  const bottom = Math.min(from.y + from.height, tile.y + tile.height)
  if (right <= left) return
  for (let y = Math.max(from.y, tile.y); y < bottom; y++) {
    const start = ((y - from.y) * from.width + left - from.x) * 3
    const row = from.data.subarray(start, start + (right - left) * 3)
    target.data.set(row, (y * target.width + left) * 3)
  }
}
