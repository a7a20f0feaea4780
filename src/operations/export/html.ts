import { countOf } from '../../contract/text/counts.ts'
import { escaped } from './sidecar.ts'

/** How many photos are on one page. */
export const photosPerPage = 300

export type PagePhoto = {
  readonly title: string
  readonly description: string
  readonly alt: string
  /** Their paths in the export; a photo without a small picture is shown as it is. */
  readonly file: string | null
  readonly thumbnail: string | null
}

export type ListedAlbum = {
  readonly name: string
  readonly description: string
  readonly count: number
  readonly page: string
  readonly cover: string | null
}

const style = `body{margin:0 auto;max-width:75rem;padding:1.5rem;font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff}
h1{font-weight:500;margin:0}p{margin:.5rem 0;white-space:pre-line;overflow-wrap:anywhere}a{color:inherit}
ul{list-style:none;margin:1.5rem 0;padding:0;display:grid;gap:1.5rem 1rem;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr))}
li a{display:block}img,.none{display:block;width:100%;aspect-ratio:1;object-fit:cover;background:#eee}
h2{font-size:1rem;font-weight:500;margin:.5rem 0 0;overflow-wrap:anywhere}li p{font-size:.875rem;color:#555;margin:0}
nav{display:flex;gap:1rem;flex-wrap:wrap}
@media (prefers-color-scheme:dark){body{color:#ddd;background:#181818}li p{color:#aaa}img,.none{background:#2a2a2a}}`

/** The first page: the albums, and the photos in none. */
export const indexPage = (
  site: { readonly name: string; readonly bio: string; readonly exportedAt: string },
  albums: readonly ListedAlbum[],
): string =>
  page(
    site.name,
    `<h1>${escaped(site.name)}</h1>
${paragraph(site.bio)}
<p>Exported on ${escaped(site.exportedAt.slice(0, 10))}. The photos are in the folders “albums” and “photos” beside this page.</p>
<ul>
${albums.map(albumItem).join('\n')}
</ul>`,
  )

function albumItem({ name, description, count, page, cover }: ListedAlbum): string {
  return `<li><a href="${addressOf(page)}">${picture(cover, '')}<h2 dir="auto">${escaped(name)}</h2></a><p>${countOf(count, 'photo')}</p>${paragraph(description)}</li>`
}

/** One page of an album; `pages` are the paths of all of them. */
export function albumPage(
  { name, description }: { readonly name: string; readonly description: string },
  photos: readonly PagePhoto[],
  pages: readonly string[],
  present: number,
): string {
  const links = pages.map((path, index) =>
    index === present ? `<b>${index + 1}</b>` : `<a href="${fromHtml(path)}">${index + 1}</a>`,
  )
  return page(
    name,
    `<nav><a href="../index.html">All albums</a>${pages.length > 1 ? links.join('') : ''}</nav>
<h1 dir="auto">${escaped(name)}</h1>
${present === 0 ? paragraph(description) : ''}
<ul>
${photos.map(photoItem).join('\n')}
</ul>`,
  )
}

function photoItem({ title, description, alt, file, thumbnail }: PagePhoto): string {
  const shown = picture(thumbnail ?? file, alt, '../')
  const heading = `<h2 dir="auto">${escaped(title)}</h2>`
  const link =
    file === null ? shown + heading : `<a href="${fromHtml(file)}">${shown}${heading}</a>`
  return `<li>${link}${paragraph(description)}</li>`
}

const picture = (path: string | null, alt: string, prefix = ''): string =>
  path === null
    ? '<span class="none"></span>'
    : `<img src="${prefix}${addressOf(path)}" alt="${escaped(alt)}" loading="lazy">`

const paragraph = (text: string): string =>
  text === '' ? '' : `<p dir="auto">${escaped(text)}</p>`

/** Without scripts, so that it works from a file. */
const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`

/** A path in the export as a relative address. */
const addressOf = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/')

const fromHtml = (path: string): string => `../${addressOf(path)}`
