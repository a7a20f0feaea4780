import { homeTexts, photoCounts } from '../contract/home-texts.ts'
import type { User } from '../contract/owner.ts'
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
import { pictureSources } from '../contract/picture-sources.ts'
import {
  averageColour,
  awaitedTiles,
  tileLoading,
  tileSizes,
  tileSources,
} from '../contract/tile.ts'
import type { UxConfig } from '../contract/ux-config.ts'
import { type Html, html } from '../http/html.ts'

/** The owner's grid of what visitors see. */
export const photostreamHref = '/?show=photostream'

/** Where a grid's links lead: to its photos, and to its other pages. */
export type GridLinks = {
  readonly photoHref: (id: string) => string
  readonly pageHref: (offset: number) => string
}

/** A page of a list as it reads without scripts: tiles that lead to their photos. */
export function photoGrid(list: PhotoList, uxConfig: UxConfig, links: GridLinks): Html {
  const { photoGridCols, photoGridSpacing } = uxConfig
  const sizes = tileSizes(uxConfig)
  const style = `--columns: ${photoGridCols}; --spacing: ${photoGridSpacing}px`
  const tiles = list.photos.map((photo, index) =>
    tile(photo, links.photoHref(photo.id), sizes, index),
  )
  const remaining = list.total - list.offset - list.length
  const awaited = Array.from({ length: awaitedTiles(remaining, uxConfig) }, () => awaitedTile)
  const newer = list.offset > 0 && newerLink(links.pageHref(list.offset - uxConfig.photoItemsLoad))
  return html`${newer}<div class="photo-grids" style="${style}"><div class="photo-grid">${tiles}${awaited}</div></div>${pageLinks(list, links)}`
}

/** Filled by scripts; a reader without them is not shown it. */
const awaitedTile = html`<span class="tile is-awaited"></span>`

function tile(photo: Photo, href: string, sizes: string, place: number): Html {
  const { src, srcSet } = tileSources(photo)
  const { loading, fetchPriority } = tileLoading(place)
  const isPrivate = photo.isPublic === false
  return html`<a class="tile${isPrivate && ' is-private'}" href="${href}" style="background-color: ${averageColour(photo.thumbhash)}"><img src="${src}" srcset="${srcSet}" sizes="${sizes}" width="400" height="400" alt="${altText(photo)}" loading="${loading}" fetchpriority="${fetchPriority}" decoding="async"></a>`
}

const newerLink = (href: string): Html =>
  html`<nav class="page-links is-before" aria-label="${homeTexts.newer}"><a rel="prev" href="${href}">${homeTexts.newer}</a></nav>`

function pageLinks({ offset, length, total }: PhotoList, { pageHref }: GridLinks): Html {
  const next = offset + length
  return html`<nav class="page-links" aria-label="More photos">${next < total && html`<a rel="next" href="${pageHref(next)}">${homeTexts.loadMore}</a>`}</nav>`
}

/** Where the links of a photo's page lead: to its neighbours, and back to the grid. */
type PhotoLinks = {
  readonly photoHref: (id: string) => string
  readonly gridHref: string
  readonly gridText: string
  readonly isOwner: boolean
}

/** One photo with its facts and the way to its neighbours, as it reads without scripts. */
export function photoPage(
  photo: Photo,
  { previous, next }: { previous?: Photo | undefined; next?: Photo | undefined },
  { photoHref, gridHref, gridText, isOwner }: PhotoLinks,
): Html {
  const { fileName, width, height } = photo
  const { src, srcset, sizes } = pictureSources(photo)
  const box = `--width: ${width}; --height: ${height}; background-color: ${averageColour(photo.thumbhash)}`
  return html`<article class="photo-page">
<figure class="wall"><a class="picture" href="/api/images/${fileName}" style="${box}"><img src="${src}" srcset="${srcset}" sizes="${sizes}" width="${width}" height="${height}" alt="${altText(photo)}" fetchpriority="high"></a></figure>
<nav class="photo-links" aria-label="Photos">${previous && html`<a rel="prev" href="${photoHref(previous.id)}">Previous</a>`}<a href="${gridHref}">${gridText}</a>${next && html`<a rel="next" href="${photoHref(next.id)}">Next</a>`}<div class="photo-tools${isOwner && ' is-owner'}"></div></nav>
<div class="photo-text"><div><h1 dir="auto">${photoTitle(photo)}</h1>${photo.description && html`<p class="description" dir="auto">${photo.description}</p>`}${photo.keywords.length > 0 && html`<p class="keywords" dir="auto">${photo.keywords.join(', ')}</p>`}<div class="photo-talk"></div></div>
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
      ['Photographer', isolated(photo.creator)],
      ['Copyright', isolated(photo.copyright)],
    ] as const
  )
    .filter(([, fact]) => fact)
    .map(([name, fact]) => html`<dt>${name}</dt><dd>${fact}</dd>`)
}

/** Somebody's own words within a line: their direction does not turn what stands around them. */
const isolated = (words: string | null) => (words ? html`<bdi>${words}</bdi>` : undefined)

/** The owner's words above the photos; without any, the heading stands for itself. */
export function bioHeader({ name, bio, pic }: User, siteName: string, isOwner: boolean): Html {
  const avatar = pic && html`<img src="${pic}" alt="" width="128" height="128">`
  const account =
    isOwner && html`<a class="bio-link button-link" href="/account">${homeTexts.account}</a>`
  if (!name && !bio && !pic && !isOwner) return hiddenHeading(siteName)
  return html`<section class="bio">${avatar}<div><h1 dir="auto">${siteName}</h1>${bio && html`<p dir="auto">${bio}</p>`}</div>${account}</section>`
}

export const hiddenHeading = (siteName: string): Html =>
  html`<h1 class="visually-hidden">${siteName}</h1>`

/** Where the owner's switch stands once scripts run. */
export const ownerTools = (total: number, photostreamTotal: number): Html =>
  html`<div class="owner-tools"><span></span><span>${photoCounts(total, photostreamTotal)}</span></div>`

/** A written empty state or refusal: what this is and what to do. */
export function notice(
  heading: string,
  text: string,
  link?: { href: string; text: string; isButton?: boolean },
): Html {
  return html`<section class="notice"><h1>${heading}</h1><p>${text}</p>${link && html`<p><a${link.isButton && html` class="button-link"`} href="${link.href}">${link.text}</a></p>`}</section>`
}

/** In place of the tiles: nothing there at all, or nothing this far back. */
export function emptyGrid(isOwner: boolean, total: number, isPhotostream: boolean): Html {
  if (isPhotostream && total === 0) {
    const { heading, text, link } = homeTexts.empty.photostream
    return notice(heading, text, { href: '/', text: link, isButton: true })
  }
  if (total > 0) {
    const { heading, text, link } = homeTexts.empty.beyond
    return notice(heading, text, { href: isPhotostream ? photostreamHref : '/', text: link })
  }
  if (!isOwner) return notice(homeTexts.empty.visitor.heading, homeTexts.empty.visitor.text)
  const { heading, text, link } = homeTexts.empty.owner
  return notice(heading, text, { href: '/account/local', text: link, isButton: true })
}

export const emptyText = (isOwner: boolean): string =>
  isOwner ? homeTexts.empty.owner.text : homeTexts.empty.visitor.text
