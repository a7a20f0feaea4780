/** In CSS pixels. */
export type EmbedSize = { readonly width: number; readonly height: number }

/** What an embedded page shows beside its pictures, in CSS pixels. */
const captionHeight = 64
const albumFrame = 136
const albumColumns = 4
/** Its tiles fill whole rows of 2, 3, 4 and 6. */
export const maxEmbeddedTiles = 12

const usualWidth = 640

/** A frame in which the whole photo can be seen. */
export function photoEmbedSize({ width, height }: EmbedSize): EmbedSize {
  const shown = Math.min(usualWidth, (usualWidth * width) / height)
  return { width: Math.round(shown), height: Math.round((shown * height) / width) + captionHeight }
}

/** A frame in which an album needs no scrolling. */
export function albumEmbedSize(photoCount: number): EmbedSize {
  const rows = Math.ceil(Math.min(photoCount, maxEmbeddedTiles) / albumColumns)
  return {
    width: usualWidth,
    height: albumFrame + Math.max(1, rows) * (usualWidth / albumColumns),
  }
}

/** HTML for another site; `source` is the absolute address of an embedded page. */
export function frameOf(source: string, title: string, { width, height }: EmbedSize): string {
  return `<iframe src="${escaped(source)}" title="${escaped(title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy" allowfullscreen></iframe>`
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
