import { html, raw } from 'hono/html'
import { addressesOf } from '../contract/photos/picture-formats.ts'
import type { InitialData } from '../contract/site/initial-data.ts'
import type { UxConfig } from '../contract/site/ux-config.ts'
import { withoutDirections } from '../contract/text/directions.ts'
import type { SiteFacts, StructuredData } from './structured-data.ts'

/** A page for browsers: status, metadata for its head, and the data it is rendered from. */
export type SitePage = {
  readonly status: 200 | 404
  readonly title: string
  readonly description: string
  /** The canonical path, without the site's origin. */
  readonly path: string
  /** The Open Graph picture's path. */
  readonly picture?: {
    readonly path: string
    readonly width?: number
    readonly height?: number
    readonly alt?: string
  }
  /** Whether it is kept out of search engines that may index the gallery. */
  readonly isUnlisted?: boolean
  /** The page in other formats: feeds, and oEmbed. */
  readonly alternates?: readonly Alternate[]
  /** For search engines, which are neither signed in nor have a code. */
  readonly structuredData?: StructuredData
  readonly data: InitialData
}

/** A path without the site's origin. */
export type Alternate = { readonly type: string; readonly title: string; readonly path: string }

type Site = SiteFacts & {
  readonly uxConfig: UxConfig
  readonly allowSearchEngines: boolean
  /** The page of an anonymous visitor. */
  readonly isForAnyone: boolean
}

/**
 * Fills in the built index.html: the theme on the root element, the head, the rendered page and its
 * initial data. Moves the scripts to the end, so that the first pictures are requested before them.
 */
export function createDocument(template: string) {
  const scriptTag = /<script\b[^>]*\btype="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g
  const scripts = (template.match(scriptTag) ?? []).join('')
  const [beforeHead = '', afterHead = ''] = template.replace(scriptTag, '').split('<!--head-->')
  const [beforeBody = '', afterBody = ''] = afterHead.split('<!--body-->')

  return (page: SitePage, site: Site, rendered: string): string => {
    const { colorTheme, photoBackgroundColor, photoBorders } = site.uxConfig
    const root = `<html lang="en" class="${colorTheme}" data-wall="${photoBackgroundColor}" data-borders="${photoBorders}">`
    return [
      beforeHead.replace('<html lang="en">', root),
      head(page, site),
      beforeBody,
      rendered,
      jsonScript('application/json', page.data, 'initial-data'),
      scripts,
      afterBody,
    ].join('')
  }
}

function head(page: SitePage, site: Site) {
  const { name, publicUrl, allowSearchEngines, isForAnyone } = site
  const title = withoutDirections(page.title === name ? name : `${page.title} · ${name}`)
  const description = withoutDirections(page.description)
  const isIndexed = allowSearchEngines && isForAnyone && page.status === 200
  const data = isIndexed && page.structuredData?.(site)
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${
  (!allowSearchEngines || page.isUnlisted) &&
  html`<meta name="robots" content="noindex">
`
}<meta property="og:type" content="website">
<meta property="og:site_name" content="${withoutDirections(name)}">
<meta property="og:title" content="${withoutDirections(page.title)}">
<meta property="og:description" content="${description}">
${page.status === 200 && canonical(publicUrl + page.path)}${page.picture && openGraphPicture(page.picture, publicUrl)}${page.alternates?.map(
  ({ type, title, path }) =>
    html`<link rel="alternate" type="${type}" title="${withoutDirections(title)}" href="${publicUrl + path}">
`,
)}${data && raw(withoutDirections(jsonScript('application/ld+json', data)))}`
}

const canonical = (address: string) =>
  html`<link rel="canonical" href="${address}">
<meta property="og:url" content="${address}">
`

const openGraphPicture = (
  { path, width, height, alt }: NonNullable<SitePage['picture']>,
  publicUrl: string,
) =>
  html`<meta property="og:image" content="${publicUrl + addressesOf(path).src}">
${
  width &&
  html`<meta property="og:image:width" content="${width}">
`
}${
  height &&
  html`<meta property="og:image:height" content="${height}">
`
}${
  alt &&
  html`<meta property="og:image:alt" content="${withoutDirections(alt)}">
`
}<meta name="twitter:card" content="summary_large_image">
`

/** Data that is not executed; `<` is escaped, so that no text can close the element. */
export function jsonScript(type: string, data: unknown, id?: string): string {
  const text = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${text}</script>`
}
