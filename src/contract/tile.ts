import { thumbHashToAverageRGBA } from 'thumbhash'
import type { Photo } from './photos.ts'
import type { UxConfig } from './ux-config.ts'

/** How a photo stands in a grid, alike in the server's HTML and in the interface; free of zod. */

/** The width of a page and the least of a tile, in CSS pixels. */
export const pageWidth = 1024
export const smallestTile = 110

/** The tiles of a page that are asked for at once; later ones when they come near. */
export const eagerTiles = 12

/** How many empty tiles stand in for the photos to come: about eight rows, more than a screen. */
export const awaitedTiles = (remaining: number, { photoGridCols }: UxConfig): number =>
  Math.min(remaining, 8 * photoGridCols)

/** Where a tile's picture comes from, by density; `sizes` is tileSizes(). */
export function tileSources({ fileName }: Pick<Photo, 'fileName'>) {
  const thumb = `/api/thumbs/${fileName}`
  const square = `/api/squares/${fileName}`
  return {
    src: `${thumb}?w=400`,
    srcSet: `${thumb}?w=200 200w, ${thumb}?w=400 400w, ${square}?w=800 800w`,
  }
}

/** The width of a tile for `sizes`, where narrow screens have fewer columns than the config. */
export function tileSizes({ photoGridCols }: UxConfig): string {
  const share = `${Math.ceil(100 / photoGridCols)}vw`
  const narrow = photoGridCols > 2 ? `max(${share}, ${smallestTile}px)` : share
  return `(min-width: ${pageWidth}px) ${Math.ceil(pageWidth / photoGridCols)}px, ${narrow}`
}

/** The photo's mean colour as '#rrggbb': a tile's box before its picture arrives. */
export function averageColour(thumbhash: string): string {
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  const { r, g, b } = thumbHashToAverageRGBA(bytes)
  const hex = (share: number) =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(r)}${hex(g)}${hex(b)}`
}
