import type { UxConfig } from '../site/ux-config.ts'
import type { Photo } from './photos.ts'
import { addressesIn, type PictureAddresses } from './picture-formats.ts'

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

/**
 * The photo's mean colour as '#rrggbb', shown before its picture arrives. Read from the first bytes
 * of the hash here, since the library, which also paints hashes, is too large for the first screen.
 */
export function averageColour(thumbhash: string): string {
  const header = [...atob(thumbhash.slice(0, 4))].reduce(
    (bits, character, at) => bits | (character.charCodeAt(0) << (8 * at)),
    0,
  )
  const part = (at: number) => (header >> at) & 63
  const luminance = part(0) / 63
  const yellowBlue = part(6) / 31.5 - 1
  const redGreen = part(12) / 31.5 - 1
  const blue = luminance - (2 / 3) * yellowBlue
  const red = (3 * luminance - blue + redGreen) / 2
  const hex = (share: number) =>
    Math.round(Math.min(1, Math.max(0, share)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${hex(red)}${hex(red - redGreen)}${hex(blue)}`
}
