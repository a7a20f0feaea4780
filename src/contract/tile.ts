import { thumbHashToAverageRGBA } from 'thumbhash'
import type { Photo } from './photos.ts'
import { addressesIn, type PictureAddresses } from './picture-formats.ts'
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
export function tileSources({ fileName }: Pick<Photo, 'fileName'>): Required<PictureAddresses> {
  const thumb = (width: number) => [`/api/thumbs/${fileName}?w=${width}`, width] as const
  const most = [thumb(400), [`/api/squares/${fileName}?w=800`, 800]] as const
  // Browsers without AVIF are rare: a page of photos should not carry every width for them too.
  return addressesIn('avif', [thumb(200), thumb(256), ...most], most)
}

export function tileSizes({ photoGridCols }: UxConfig): string {
  const share = `${Math.ceil(100 / photoGridCols)}vw`
  const narrow = photoGridCols > 2 ? `max(${share}, ${smallestTile}px)` : share
  return `(min-width: ${pageWidth}px) ${Math.ceil(pageWidth / photoGridCols)}px, ${narrow}`
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
