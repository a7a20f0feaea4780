/** In CSS pixels. */
export type EmbedSize = { readonly width: number; readonly height: number }

/** What an embedded page shows beside its pictures, in CSS pixels. */
const captionHeight = 64
const albumFrame = 136

/** The height of an embedded album's tiles in the usual width, by their number, in tiles' widths. */
const tileRows = {
  1: { columns: 1, rows: 2 / 3 },
  2: { columns: 2, rows: 1 },
  3: { columns: 3, rows: 1 },
  4: { columns: 4, rows: 1 },
  6: { columns: 3, rows: 2 },
  12: { columns: 4, rows: 3 },
} as const
export type TileCount = keyof typeof tileRows

const tileCounts = [12, 6, 4, 3, 2, 1] as const satisfies TileCount[]
export const maxEmbeddedTiles = 12

/** How many photos of an album are shown, so that every row is full; undefined if it has none. */
export const embeddedTiles = (photoCount: number): TileCount | undefined =>
  tileCounts.find((count) => count <= photoCount)

const usualWidth = 640

/** A frame in which the whole photo can be seen. */
export function photoEmbedSize({ width, height }: EmbedSize): EmbedSize {
  const shown = Math.min(usualWidth, (usualWidth * width) / height)
  return { width: Math.round(shown), height: Math.round((shown * height) / width) + captionHeight }
}

/** A frame in which an album needs no scrolling. */
export function albumEmbedSize(photoCount: number): EmbedSize {
  const { columns, rows } = tileRows[embeddedTiles(photoCount) ?? 4]
  return { width: usualWidth, height: albumFrame + Math.ceil((rows * usualWidth) / columns) }
}

/** HTML for another site; `source` is the absolute address of an embedded page. */
export function frameOf(source: string, title: string, { width, height }: EmbedSize): string {
  return `<iframe src="${escaped(source)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>`
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
