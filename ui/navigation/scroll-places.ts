import type { Location } from 'react-router'

/** Where ScrollRestoration keeps how far each history entry was scrolled. */
export const scrollStorage = 'vitrine:scroll'

/**
 * The name of a history entry. Entries that begin with a new document all have the key 'default',
 * under which each of them would start at the scroll position of the last one.
 */
export const entryName = ({
  key,
  pathname,
  search,
}: Pick<Location, 'key' | 'pathname' | 'search'>) => (key === 'default' ? pathname + search : key)

/** Whether this document was opened by an address or a link, not by reloading or going back. */
export function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'navigate'
}

/** A new visit of a page starts at its top. */
export function forgetScrollOfNewVisit(): void {
  if (!isNewVisit()) return
  try {
    const places = JSON.parse(sessionStorage.getItem(scrollStorage) ?? '{}')
    delete places[location.pathname + location.search]
    sessionStorage.setItem(scrollStorage, JSON.stringify(places))
  } catch {
    // Without storage there is nothing to forget.
  }
}
