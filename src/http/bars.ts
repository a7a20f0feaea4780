import {
  addGuestLink,
  type BarLink,
  barTexts,
  guestLink,
  longestSearch,
  mainLinks,
} from '../contract/navigation.ts'
import type { UxConfig } from '../contract/ux-config.ts'
import { Html, html } from './html.ts'

/** The bars of a page as they read without scripts; ui/layout draws the same over them. */
export type Bars = {
  readonly name: string
  readonly uxConfig: Pick<UxConfig, 'denseTopBar' | 'denseBottomBar'>
  readonly isGuest: boolean
  readonly hasSearch: boolean
  /** What is searched for on this page. */
  readonly words?: string | undefined
}

const iconTemplate = /<template data-icon="([\w-]+)">(.*?)<\/template>\s*/gs

/** Takes the icons that the build drew into index.html out of it. */
export function takeIcons(template: string): { icons: Map<string, Html>; rest: string } {
  const found = [...template.matchAll(iconTemplate)]
  const icons = new Map(found.map(([, name = '', svg = '']) => [name, new Html(svg)]))
  return { icons, rest: template.replace(iconTemplate, '') }
}

/** Logo and name, the search, and the icon links; `path` is the page's own. */
export function topBar(bars: Bars, path: string, icons: ReadonlyMap<string, Html>): Html {
  const { name, uxConfig, isGuest, hasSearch, words } = bars
  const links = [...mainLinks, isGuest ? guestLink : addGuestLink].map((link) =>
    iconLink(link, path, icons.get(link.icon)),
  )
  const search = html`<search><form class="search-box is-in-bar" action="/photo">${icons.get('search')}<input type="search" name="q" dir="auto" aria-label="${barTexts.search}" placeholder="${barTexts.searchPlaceholder}" value="${words ?? ''}" maxlength="${longestSearch}" autocomplete="off" enterkeyhint="search"></form></search>`
  return html`<header class="top-bar${uxConfig.denseTopBar && ' is-dense'}"><a class="brand" href="/"><span class="logo" aria-hidden="true"></span><span class="brand-name" dir="auto">${name}</span></a><div class="bar-end">${hasSearch && search}<nav class="bar-links" aria-label="${barTexts.main}">${links}</nav></div></header>`
}

function iconLink({ path, label }: BarLink, here: string, icon: Html | undefined): Html {
  const isHere = here === path || (path !== '/' && here.startsWith(`${path}/`))
  return html`<a href="${path}" title="${label}" aria-label="${label}"${isHere && html` aria-current="page"`}>${icon}</a>`
}

export function bottomBar({ name, uxConfig }: Bars): Html {
  const { about, resume, account } = barTexts
  return html`<footer class="bottom-bar${uxConfig.denseBottomBar && ' is-dense'}"><a href="/about">${about}</a><a href="/resume">${resume}</a><a class="bottom-home" href="/" dir="auto">${name}</a><a href="/account">${account}</a></footer>`
}
