/** The screen's path, query and fragment that a link leads to; undefined where the browser leads. */
export function ownPath(link: HTMLAnchorElement): string | undefined {
  const { origin, pathname, search, hash } = new URL(link.href, location.href)
  const isElsewhere = origin !== location.origin || link.target !== '' || link.download !== ''
  // Files of this site are no screens.
  if (isElsewhere || pathname.startsWith('/api/')) return undefined
  // A place on this very page.
  if (hash && pathname === location.pathname && search === location.search) return undefined
  return pathname + search + hash
}
