import { countOfPhotos } from '../contract/home-texts.ts'
import { type Html, html } from '../http/html.ts'

/** Says that the photos are one camera's, and leads out: from the start, or with this photo. */
export function filterBanner(model: string, photoId?: string): Html {
  const text = `Camera Model: ${model}`
  const cross = html`<a class="filter-out" href="/photo/${photoId ?? ''}" aria-label="Clear Search" title="Clear Search"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M18 6 6 18M6 6l12 12"/></svg></a>`
  return html`<section class="filter-banner" aria-label="${text}"><p>${text}</p><a class="filter-clear" href="/photo">Clear Filter</a>${photoId && cross}</section>`
}

/** What was searched for and how much was found; nothing found says what to do. */
export function searchHeading(words: string, total: number): Html {
  const found = total > 0 ? countOfPhotos(total) : 'No photo holds all of these words. Try fewer.'
  return html`<header class="search-heading"><h1>${words}</h1><p>${found}</p><p><a href="/">Clear Search</a></p></header>`
}
