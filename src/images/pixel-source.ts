import { open, rm } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import type { Rect } from '../contract/photos/crop.ts'
import type { RawPixels } from './encode.ts'
import { freePixels } from './free-pixels.ts'
import type { Size } from './variants.ts'

export type PixelSource = Size & {
  readonly part: (rect: Rect) => Promise<RawPixels>
  readonly close: () => Promise<void>
}

/** The header of libvips' own format; the rows follow without padding. */
const vipsHeaderBytes = 64

export function pixelsInMemory(pixels: RawPixels): PixelSource {
  const { data, width, height } = pixels
  return {
    width,
    height,
    part: (rect) =>
      rows(rect, width, async (target, start) => {
        target.set(data.subarray(start, start + target.length))
      }),
    close: async () => freePixels(pixels),
  }
}

/**
 * Writes three channels of 8 bits row by row, with little in memory; adds libvips' extension to
 * `name`.
 */
export async function pixelsInFile(
  image: Sharp,
  { width, height }: Size,
  name: string,
): Promise<PixelSource> {
  const path = `${name}.v`
  try {
    await image.toFile(path)
    const file = await open(path, 'r')
    const close = async () => {
      await file.close()
      await rm(path, { force: true })
    }
    const part = (rect: Rect) =>
      rows(rect, width, async (target, start) => {
        await file.read(target, 0, target.length, vipsHeaderBytes + start)
      })
    return { width, height, part, close }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

async function rows(
  { x, y, width, height }: Rect,
  sourceWidth: number,
  read: (target: Uint8Array, start: number) => Promise<void>,
): Promise<RawPixels> {
  const rowBytes = width * 3
  const data = Buffer.allocUnsafeSlow(rowBytes * height)
  for (let row = 0; row < height; row++) {
    const target = data.subarray(row * rowBytes, (row + 1) * rowBytes)
    await read(target, ((y + row) * sourceWidth + x) * 3)
  }
  return { data, width, height, channels: 3 }
}
