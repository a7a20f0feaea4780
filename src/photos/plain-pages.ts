import {
  altText,
  cameraName,
  exposureSettings,
  focalLengths,
  lensName,
  photoTitle,
  takenOn,
} from '../contract/photo-facts.ts'
import type { Photo, PhotoList } from '../contract/photos.ts'
import type { UxConfig } from '../contract/ux-config.ts'
import { widthLadder } from '../contract/vocabulary.ts'
import { type Html, html } from '../http/html.ts'
import { averageColour } from './average-colour.ts'

/** The page's width in CSS pixels, and the tiles that are asked for at once. */
const pageWidth = 1024
const eagerTiles = 12

/** A page of the photostream as it reads without scripts: tiles that lead to their photos. */
export function photoGrid(list: PhotoList, uxConfig: UxConfig): Html {
  const { photoGridCols, photoGridSpacing } = uxConfig
  const sizes = `(min-width: ${pageWidth}px) ${Math.ceil(pageWidth / photoGridCols)}px, ${Math.ceil(100 / photoGridCols)}vw`
  const style = `--columns: ${photoGridCols}; --spacing: ${photoGridSpacing}px`
  const tiles = list.photos.map((photo, index) => tile(photo, sizes, index < eagerTiles))
  return html`<div class="photo-grid" style="${style}">${tiles}</div>${pageLinks(list, uxConfig)}`
}

function tile(photo: Photo, sizes: string, isEager: boolean): Html {
  const thumb = `/api/thumbs/${photo.fileName}`
  const square = `/api/squares/${photo.fileName}`
  const srcset = `${thumb}?w=200 200w, ${thumb}?w=400 400w, ${square}?w=800 800w`
  const isPrivate = photo.isPublic === false
  return html`<a class="tile${isPrivate && ' is-private'}" href="/photo/${photo.id}" style="background-color: ${averageColour(photo.thumbhash)}"><img src="${thumb}?w=400" srcset="${srcset}" sizes="${sizes}" width="400" height="400" alt="${altText(photo)}" loading="${isEager ? 'eager' : 'lazy'}" decoding="async"></a>`
}

function pageLinks({ offset, length, total }: PhotoList, { photoItemsLoad }: UxConfig): Html {
  const next = offset + length
  const previous = Math.max(0, offset - photoItemsLoad)
  return html`<nav class="page-links" aria-label="More photos">${offset > 0 && html`<a rel="prev" href="${previous === 0 ? '/' : `/?offset=${previous}`}">Newer photos</a>`}${next < total && html`<a rel="next" href="/?offset=${next}">Load more</a>`}</nav>`
}

/** One photo with its facts and the way to its neighbours, as it reads without scripts. */
export function photoPage(
  photo: Photo,
  { previous, next }: { previous?: Photo | undefined; next?: Photo | undefined },
): Html {
  const { fileName, width, height } = photo
  const resize = `/api/resizes/${fileName}`
  const srcset = [...new Set(widthLadder.resize.map((w) => Math.min(w, width)))]
    .map((w, index) => `${resize}?w=${widthLadder.resize[index]} ${w}w`)
    .join(', ')
  const colour = averageColour(photo.thumbhash)
  return html`<article class="photo-page">
<figure class="wall"><a href="/api/images/${fileName}"><img src="${resize}" srcset="${srcset}" sizes="min(100vw, calc((100vh - 128px) * ${(width / height).toFixed(4)}))" width="${width}" height="${height}" alt="${altText(photo)}" fetchpriority="high" style="background-color: ${colour}"></a></figure>
<nav class="photo-links" aria-label="Photos">${previous && html`<a rel="prev" href="/photo/${previous.id}">Previous</a>`}<a href="/">All photos</a>${next && html`<a rel="next" href="/photo/${next.id}">Next</a>`}</nav>
<div class="photo-text"><div><h1>${photoTitle(photo)}</h1>${photo.description && html`<p class="description">${photo.description}</p>`}${photo.keywords.length > 0 && html`<p class="keywords">${photo.keywords.join(', ')}</p>`}</div>
<aside>${takenOn(photo) && html`<p>${takenOn(photo)}</p>`}<dl class="facts">${facts(photo)}</dl></aside></div>
</article>`
}

function facts(photo: Photo): Html[] {
  return (
    [
      ['Camera', cameraName(photo)],
      ['Focal length', focalLengths(photo)],
      ['Settings', exposureSettings(photo)],
      ['Lens', lensName(photo)],
      ['Photographer', photo.creator ?? undefined],
      ['Copyright', photo.copyright ?? undefined],
    ] as const
  )
    .filter(([, fact]) => fact)
    .map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)
}

/** A written empty state or refusal: what this is and what to do. */
export function notice(heading: string, text: string, link?: { href: string; text: string }): Html {
  return html`<section class="notice"><h1>${heading}</h1><p>${text}</p>${link && html`<p><a href="${link.href}">${link.text}</a></p>`}</section>`
}
