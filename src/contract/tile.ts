import { thumbHashToAverageRGBA } from 'thumbhash'
import type { Photo } from './photos.ts'
import type { UxConfig } from './ux-config.ts'

/** In CSS pixels. */
export const pageWidth = 1024
/** On narrower pages; wider ones always have the configured number of columns. */
export const smallestTile = 110

const eagerTiles = 12
/** Those loaded with high priority, usually two rows. */
const firstTiles = 6

export const tileLoading = (place: number) =>
  ({
    loading: place < eagerTiles ? 'eager' : 'lazy',
    fetchPriority: place < firstTiles ? 'auto' : 'low',
  }) as const

/** Placeholders for photos still to load: about eight rows, more than a screen. */
export const placeholderTiles = (remaining: number, { photoGridCols }: UxConfig): number =>
  Math.min(remaining, 8 * photoGridCols)

/** Sources by density; use with tileSizes() as `sizes`. */
export function tileSources({ fileName }: Pick<Photo, 'fileName'>) {
  const thumb = `/api/thumbs/${fileName}`
  const square = `/api/squares/${fileName}`
  return {
    src: `${thumb}?w=400`,
    srcSet: `${thumb}?w=200 200w, ${thumb}?w=256 256w, ${thumb}?w=400 400w, ${square}?w=800 800w`,
  }
}

export function tileSizes({ photoGridCols }: UxConfig): string {
  const share = `${Math.ceil(100 / photoGridCols)}vw`
  const narrow = photoGridCols > 2 ? `max(${share}, ${smallestTile}px)` : share
  return `(min-width: ${pageWidth}px) ${Math.ceil(pageWidth / photoGridCols)}px, ${narrow}`
}

/** Shown for an album without a cover, or whose cover this viewer may not see. */
export const defaultCover = '/photo-album.jpg'

export const coverSizes = '(min-width: 1064px) 328px, (min-width: 640px) 50vw, 100vw'

const ownPicture = /^\/api\/[a-z]+\/([0-9a-f]{32}\.jpg)$/

export const coverFile = (coverPic: string): string | undefined => ownPicture.exec(coverPic)?.[1]

export const coverOf = ({ fileName }: Pick<Photo, 'fileName'>) => `/api/landscapes/${fileName}`

export function coverSources(coverPic: string): { src: string; srcSet?: string } {
  const fileName = coverFile(coverPic)
  if (!fileName) return { src: coverPic || defaultCover }
  const step = (width: number) => `${coverOf({ fileName })}?w=${width}`
  const srcSet = [400, 800, 1200].map((width) => `${step(width)} ${width}w`).join(', ')
  return { src: step(400), srcSet }
}

/** The photo's mean colour as '#rrggbb', shown before its picture arrives. */
export function averageColour(thumbhash: string): string {
  const bytes = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0))
  const { r, g, b } = thumbHashToAverageRGBA(bytes)
  const hex = (share: number) =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(r)}${hex(g)}${hex(b)}`
}
