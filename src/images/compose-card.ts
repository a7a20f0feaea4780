import { cardSize } from '../contract/site/cards.ts'
import { encode, type RawPixels } from './encode.ts'
import { freePixels } from './free-pixels.ts'
import { creditsOf } from './rights.ts'
import { loadSharp } from './sharp.ts'
import { encodingFor } from './variants.ts'

/** Between the photos, in pixels; even, so that halves are whole. */
const gap = 8
const { width: fullWidth, height: fullHeight } = cardSize

export type Cell = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Equal columns and rows, in reading order. */
function gridOf(columns: number, rows: number, { left, top, width, height }: Cell): Cell[] {
  const edge = (start: number, size: number, count: number, index: number) =>
    start + Math.round((index * (size + gap)) / count)
  return Array.from({ length: columns * rows }, (_, index) => {
    const column = index % columns
    const row = Math.floor(index / columns)
    const x = edge(left, width, columns, column)
    const y = edge(top, height, rows, row)
    return {
      left: x,
      top: y,
      width: edge(left, width, columns, column + 1) - gap - x,
      height: edge(top, height, rows, row + 1) - gap - y,
    }
  })
}

const whole: Cell = { left: 0, top: 0, width: fullWidth, height: fullHeight }
/** Wide enough for a photo of 4:3 beside two smaller ones. */
const large: Cell = { ...whole, width: 796 }
const beside: Cell = {
  ...whole,
  left: large.width + gap,
  width: fullWidth - large.width - gap,
}

/** By the number of photos; other numbers would leave a hole. */
const layouts: Readonly<Record<number, readonly Cell[]>> = {
  1: [whole],
  2: gridOf(2, 1, whole),
  3: [large, ...gridOf(1, 2, beside)],
  4: gridOf(2, 2, whole),
  6: gridOf(3, 2, whole),
}

/** Where each of the first of `count` photos goes; empty if there are none. */
export function cardCells(count: number): readonly Cell[] {
  const shown = [6, 4, 3, 2, 1].find((possible) => possible <= count)
  return shown === undefined ? [] : layouts[shown]!
}

/**
 * A JPEG in sRGB with a picture in each cell. Its only metadata is the mark that keeps AI out.
 * @throws Error if a picture cannot be decoded.
 */
export async function composeCard(
  pictures: readonly Uint8Array[],
  { background, keepsAiOut }: { background: string; keepsAiOut: boolean },
): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const parts: RawPixels[] = []
  const cells = cardCells(pictures.length)
  for (const [index, { width, height }] of cells.entries()) {
    const { data } = await sharp(pictures[index]!)
      .resize({ width, height, fit: 'cover' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    parts.push({ data, width, height, channels: 3 })
  }
  const data = await sharp({
    create: { width: fullWidth, height: fullHeight, channels: 3, background },
  })
    .composite(
      parts.map(({ data, width, height, channels }, index) => ({
        input: data as Buffer,
        raw: { width, height, channels },
        left: cells[index]!.left,
        top: cells[index]!.top,
      })),
    )
    .removeAlpha()
    .raw()
    .toBuffer()
  const card: RawPixels = { data, ...cardSize, channels: 3 }
  const bytes = await encode(card, 'jpeg', {
    ...encodingFor('jpeg', cardSize),
    icc: null,
    // Its photos may be by several people.
    credits: creditsOf({ creator: null, copyright: null }, keepsAiOut),
  })
  freePixels(card, ...parts)
  return bytes
}
