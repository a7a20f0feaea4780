import { countOfPhotos } from '../contract/counts.ts'
import { searchTexts } from '../contract/home-texts.ts'
import { type Html, html } from '../http/html.ts'
import { notice } from './plain-pages.ts'

/** Says what the photos are narrowed to, and leads out: from the start, or with this photo. */
export function filterBanner(text: string, photoId?: string): Html {
  const { clear } = searchTexts
  const cross = html`<a class="filter-out" href="/photo/${photoId ?? ''}" aria-label="${clear}" title="${clear}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M18 6 6 18M6 6l12 12"/></svg></a>`
  return html`<section class="filter-banner" aria-label="${text}"><p>${text}</p><a class="filter-clear" href="/photo">Clear Filter</a>${photoId && cross}</section>`
}

/** What was searched for and how much was found; nothing found says what to do. */
export function searchHeading(words: string, total: number): Html {
  const { title, nothing, clear } = searchTexts
  if (total === 0) return notice(title(words), nothing, { href: '/', text: clear })
  return html`<header class="search-heading"><h1>${title(words)}</h1><p><span>${countOfPhotos(total)}</span><a href="/">${clear}</a></p></header>`
}
