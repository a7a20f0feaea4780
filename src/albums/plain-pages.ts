import type { Album } from '../contract/albums.ts'
import { countOfPhotos } from '../contract/counts.ts'
import { coverSizes, coverSources } from '../contract/tile.ts'
import { type Html, html } from '../http/html.ts'

/** The albums as they read without scripts; the owner's links carry the codes. */
export function albumList(albums: Album[]): Html {
  return html`<section class="album-list"><h1>Photo Albums</h1><ul>${albums.map(card)}</ul></section>`
}

function card({ id, name, description, photoCount, coverPic, code }: Album): Html {
  const { src, srcSet } = coverSources(coverPic)
  const pictures = srcSet && html` srcset="${srcSet}" sizes="${coverSizes}"`
  const query = code && `?${new URLSearchParams({ code })}`
  return html`<li><a class="album-card" href="/album/${id}${query}"><img src="${src}"${pictures} alt="" width="1200" height="628" loading="lazy" decoding="async"><h2 dir="auto">${name}</h2><p class="album-facts">${countOfPhotos(photoCount)}</p>${description && html`<p class="album-words" dir="auto" title="${description}">${description}</p>`}</a></li>`
}

/** An album's name and words above its photos; the owner's tools have their place below. */
export const albumHeading = ({ name, description, photoCount, code }: Album): Html =>
  html`<header class="album-heading"><h1 dir="auto">${name}</h1>${description && html`<p class="album-words" dir="auto">${description}</p>`}<p class="album-facts">${countOfPhotos(photoCount)}</p></header>${code !== undefined && html`<div class="album-tools"></div>`}`
