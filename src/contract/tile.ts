import { thumbHashToAverageRGBA } from 'thumbhash'
import type { Photo } from './photos.ts'
import type { UxConfig } from './ux-config.ts'

/** A photo's tile in a grid. */

/** The width of a page and the least of a tile, in CSS pixels. */
export const pageWidth = 1024
export const smallestTile = 110

/** The tiles of a page that are asked for at once; later ones when they come near. */
const eagerTiles = 12
/** Those of them, two rows as a rule, that come before the others. */
const firstTiles = 6

/** How the picture of the tile at a place of the grid is asked for. */
export const tileLoading = (place: number) =>
  ({
    loading: place < eagerTiles ? 'eager' : 'lazy',
    fetchPriority: place < firstTiles ? 'auto' : 'low',
  }) as const

/** How many empty tiles stand in for the photos to come: about eight rows, more than a screen. */
export const awaitedTiles = (remaining: number, { photoGridCols }: UxConfig): number =>
  Math.min(remaining, 8 * photoGridCols)

/** Where a tile's picture comes from, by density; `sizes` is tileSizes(). */
export function tileSources({ fileName }: Pick<Photo, 'fileName'>) {
  const thumb = `/api/thumbs/${fileName}`
  const square = `/api/squares/${fileName}`
  return {
    src: `${thumb}?w=400`,
    srcSet: `${thumb}?w=200 200w, ${thumb}?w=256 256w, ${thumb}?w=400 400w, ${square}?w=800 800w`,
  }
}

/** The width of a tile for `sizes`, where narrow screens have fewer columns than the config. */
export function tileSizes({ photoGridCols }: UxConfig): string {
  const share = `${Math.ceil(100 / photoGridCols)}vw`
  const narrow = photoGridCols > 2 ? `max(${share}, ${smallestTile}px)` : share
  return `(min-width: ${pageWidth}px) ${Math.ceil(pageWidth / photoGridCols)}px, ${narrow}`
}

/** What stands for an album without a cover, or whose cover this viewer may not see. */
export const defaultCover = '/photo-album.jpg'

/** The width of an album's card. */
export const coverSizes = '(min-width: 1064px) 328px, (min-width: 640px) 50vw, 100vw'

/** A photo's own picture, in whatever shape it was chosen. */
const ownPicture = /^\/api\/[a-z]+\/([0-9a-f]{32}\.jpg)$/

/** The name of the photo's file that a cover shows; undefined for another site's picture. */
export const coverFile = (coverPic: string): string | undefined => ownPicture.exec(coverPic)?.[1]

/** A photo as a cover, by the address that albums keep. */
export const coverOf = ({ fileName }: Pick<Photo, 'fileName'>) => `/api/landscapes/${fileName}`

/** Where an album's cover comes from: a photo in the card's shape and the fitting size. */
export function coverSources(coverPic: string): { src: string; srcSet?: string } {
  const fileName = coverFile(coverPic)
  if (!fileName) return { src: coverPic || defaultCover }
  const step = (width: number) => `${coverOf({ fileName })}?w=${width}`
  const srcSet = [400, 800, 1200].map((width) => `${step(width)} ${width}w`).join(', ')
  return { src: step(400), srcSet }
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
