import type { UxConfig } from '../contract/ux-config.ts'
import { type Bars, bottomBar, takeIcons, topBar } from './bars.ts'
import { type Html, html, jsonScript } from './html.ts'

/** One page as the shell shows it before any script runs. */
export type ShellPage = {
  readonly status: 200 | 404
  readonly title: string
  readonly description: string
  /** The path that names this page, without the site's address. */
  readonly path: string
  /** The Open Graph picture's path. */
  readonly picture?: { readonly path: string; readonly width?: number; readonly height?: number }
  readonly content: Html
  /** What the page's scripts start with, so that they need not ask again. */
  readonly data: Record<string, unknown>
}

export type Site = Bars & {
  readonly publicUrl: string
  readonly uxConfig: UxConfig
}

/**
 * Fills the built index.html: theme on the root element, head, content, data, and the scripts moved
 * behind all of it, so that the first pictures are asked for before them.
 */
export function createShell(template: string) {
  const scriptTag = /<script\b[^>]*\btype="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g
  const { icons, rest } = takeIcons(template)
  const scripts = (rest.match(scriptTag) ?? []).join('')
  const [beforeHead = '', afterHead = ''] = rest.replace(scriptTag, '').split('<!--head-->')
  const [beforeBody = '', afterBody = ''] = afterHead.split('<!--body-->')

  return (page: ShellPage, site: Site): string => {
    const { colorTheme, photoBackgroundColor, photoBorders } = site.uxConfig
    const root = `<html lang="en" class="${colorTheme}" data-wall="${photoBackgroundColor}" data-borders="${photoBorders}">`
    return [
      beforeHead.replace('<html lang="en">', root),
      head(page, site).text,
      beforeBody,
      body(page, site, icons).text,
      jsonScript('shell-data', page.data).text,
      scripts,
      afterBody,
    ].join('')
  }
}

function head(page: ShellPage, { name, publicUrl }: Site): Html {
  const title = page.title === name ? name : `${page.title} · ${name}`
  return html`<title>${title}</title>
<meta name="description" content="${page.description}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
${page.status === 200 && ownAddress(page, publicUrl)}${page.picture && openGraphPicture(page.picture, publicUrl)}`
}

const ownAddress = (page: ShellPage, publicUrl: string) =>
  html`<link rel="canonical" href="${publicUrl + page.path}">
<meta property="og:url" content="${publicUrl + page.path}">
`

const openGraphPicture = (picture: NonNullable<ShellPage['picture']>, publicUrl: string) =>
  html`<meta property="og:image" content="${publicUrl + picture.path}">
${
  picture.width &&
  html`<meta property="og:image:width" content="${picture.width}">
`
}${
  picture.height &&
  html`<meta property="og:image:height" content="${picture.height}">
`
}<meta name="twitter:card" content="summary_large_image">
`

const body = (page: ShellPage, site: Site, icons: ReadonlyMap<string, Html>): Html =>
  html`<div id="root">${topBar(site, page.path, icons)}
<main id="content">${page.content}</main>
${bottomBar(site)}</div>`
