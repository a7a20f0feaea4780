import type { Album } from '../contract/albums.ts'
import { countOfPhotos } from '../contract/home-texts.ts'
import { type Html, html } from '../http/html.ts'

/** What an album without a cover shows. */
const defaultCover = '/photo-album.jpg'

/** The albums as they read without scripts; the owner's links carry the codes. */
export function albumList(albums: Album[]): Html {
  const cards = albums.map(
    ({ id, name, photoCount, coverPic, code }) =>
      html`<li><a class="album-card" href="/album/${id}${code && `?${new URLSearchParams({ code })}`}"><img src="${coverPic || defaultCover}" alt="" width="400" height="400" loading="lazy" decoding="async"><strong>${name}</strong> <span>${countOfPhotos(photoCount)}</span></a></li>`,
  )
  return html`<section class="album-list"><h1>Photo Albums</h1><ul>${cards}</ul></section>`
}

/** An album's name and words above its photos. */
export const albumHeading = ({ name, description, photoCount }: Album): Html =>
  html`<header class="album-heading"><h1>${name}</h1>${description && html`<p>${description}</p>`}<p class="album-count">${countOfPhotos(photoCount)}</p></header>`
