import { html, raw } from 'hono/html'
import type { Album } from '../../contract/albums/albums.ts'
import { altText, photoTitle } from '../../contract/photos/photo-facts.ts'
import { photoPath, withCode } from '../../contract/photos/photo-link.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import type { PictureAddresses } from '../../contract/photos/picture-formats.ts'
import { pictureSources } from '../../contract/photos/picture-sources.ts'
import { tileSources } from '../../contract/photos/tile.ts'
import { embeddedTiles, type TileCount } from '../../contract/site/embed-frame.ts'
import type { UxConfig } from '../../contract/site/ux-config.ts'
import { countOfPhotos } from '../../contract/text/counts.ts'
import { withoutDirections } from '../../contract/text/directions.ts'
import { embedStyles } from './styles.ts'

type Html = ReturnType<typeof html>

/** An embedded page: its body, and the gallery's page that it shows. */
export type Embed = {
  readonly status: 200 | 404
  readonly title: string
  readonly kind: 'one-photo' | 'album' | 'nothing'
  /** Without a code. */
  readonly canonical?: string
  readonly body: Html
}

type Gallery = { readonly name: string; readonly publicUrl: string; readonly uxConfig: UxConfig }

/** A whole document without scripts. */
export const embedDocument = (
  { title, kind, canonical, body }: Embed,
  { name, publicUrl, uxConfig }: Gallery,
): string =>
  html`<!doctype html>
<html lang="en" class="${uxConfig.colorTheme}" data-wall="${uxConfig.photoBackgroundColor}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${withoutDirections(title === name ? name : `${title} · ${name}`)}</title>
${canonical && html`<link rel="canonical" href="${publicUrl + canonical}">\n`}<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${inlineStyles}</style>
</head>
<body>
<main class="${kind}">
${body}
</main>
</body>
</html>
`.toString()

/** They contain nothing that HTML would escape, and their hash is in the page's policy. */
const inlineStyles = raw(embedStyles)

export function embeddedPhoto(photo: Photo, name: string, code: string | undefined): Embed {
  const title = photoTitle(photo)
  const link = withCode(photoPath(photo), code)
  const ratio = (photo.width / photo.height).toFixed(4)
  return {
    status: 200,
    title,
    kind: 'one-photo',
    canonical: photoPath(photo),
    body: html`<a class="photo" href="${link}" target="_blank" rel="noopener">${picture(
      { ...pictureSources(photo), sizes: `min(100vw, 100vh * ${ratio})` },
      { alt: altText(photo), code, size: photo },
    )}</a>
<footer class="caption"><div class="words"><a href="${link}" target="_blank" rel="noopener"><h1 dir="auto">${title}</h1></a>${byOwner(name)}</div>${openLink(link, 'Open the photo in its gallery')}</footer>`,
  }
}

export function embeddedAlbum(
  album: Album,
  first: readonly Photo[],
  name: string,
  code: string | undefined,
): Embed {
  const path = `/album/${album.id}`
  const link = withCode(path, code)
  const photos = first.slice(0, embeddedTiles(first.length))
  const isWhole = album.photoCount <= photos.length
  const { name: columns, sizes } = layouts[embeddedTiles(photos.length) ?? 1]
  return {
    status: 200,
    title: album.name,
    kind: 'album',
    canonical: path,
    body: html`<header class="caption"><div class="words"><a href="${link}" target="_blank" rel="noopener"><h1 dir="auto">${album.name}</h1></a>${byOwner(name)}</div>${openLink(link, 'Open the album in its gallery')}</header>
<ul class="tiles ${columns}">
${photos.map(
  (
    photo,
  ) => html`<li><a href="${withCode(photoPath(photo, album.id), code)}" target="_blank" rel="noopener">${picture(
    { ...tileSources(photo), sizes },
    { alt: altText(photo), code, size: { width: 400, height: 400 } },
  )}</a></li>
`,
)}</ul>
<a class="all" href="${link}" target="_blank" rel="noopener">${isWhole ? 'Open the album' : `See all ${countOfPhotos(album.photoCount)}`}</a>`,
  }
}

/** The same for what does not exist and what may not be shown. */
export const embeddedNothing = (name: string): Embed => ({
  status: 404,
  title: 'Not found',
  kind: 'nothing',
  body: html`<div class="missing"><p>This does not exist or is not public.</p><p><a href="/" target="_blank" rel="noopener">${name}</a></p></div>`,
})

/** The class of the tiles, whose columns are in the styles, and the `sizes` of their pictures. */
const layouts: Readonly<Record<TileCount, { readonly name: string; readonly sizes: string }>> = {
  1: { name: 'one', sizes: '100vw' },
  2: { name: 'two', sizes: '50vw' },
  3: { name: 'three', sizes: '34vw' },
  4: { name: 'four', sizes: '(min-width: 520px) 25vw, 50vw' },
  6: { name: 'six', sizes: '(min-width: 900px) 17vw, 34vw' },
  12: { name: 'twelve', sizes: '(min-width: 900px) 17vw, (min-width: 520px) 25vw, 34vw' },
}

const byOwner = (name: string): Html =>
  html`<p class="by" dir="auto"><a href="/" target="_blank" rel="noopener">${name}</a></p>`

const openLink = (link: string, label: string): Html =>
  html`<a class="open" href="${link}" target="_blank" rel="noopener" aria-label="${label}" title="${label}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6"/></svg></a>`

type Shown = {
  readonly alt: string
  readonly code: string | undefined
  readonly size: { readonly width: number; readonly height: number }
}

const picture = (
  { modern, src, srcSet, sizes }: Required<PictureAddresses> & { sizes: string },
  { alt, code, size }: Shown,
): Html =>
  html`<picture><source type="${modern.type}" srcset="${codedSet(modern.srcSet, code)}" sizes="${sizes}"><img src="${withCode(src, code)}" srcset="${codedSet(srcSet, code)}" sizes="${sizes}" width="${size.width}" height="${size.height}" alt="${withoutDirections(alt)}"></picture>`

/** A frame on another site gets no cookies, so each picture's address needs the code. */
const codedSet = (srcSet: string, code: string | undefined): string =>
  srcSet
    .split(', ')
    .map((step) => {
      const [address = '', width] = step.split(' ')
      return `${withCode(address, code)} ${width}`
    })
    .join(', ')
