import type { Location } from 'react-router'

/** The key under which ScrollRestoration stores scroll positions. */
export const scrollStorageKey = 'vitrine:scroll'

/**
 * A unique key for a history entry. The router gives the key 'default' to every entry that starts a
 * new document, so each would start at the scroll position of the last one.
 */
export const historyEntryKey = ({
  key,
  pathname,
  search,
}: Pick<Location, 'key' | 'pathname' | 'search'>) => (key === 'default' ? pathname + search : key)

/** Whether the page was opened by its address or a link, not by reloading or going back. */
export function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'navigate'
}

/** New visits of a page start at its top. */
export function resetScrollOnNewVisit(): void {
  if (!isNewVisit()) return
  try {
    const places = JSON.parse(sessionStorage.getItem(scrollStorageKey) ?? '{}')
    const others = Object.entries(places).filter(
      ([page]) => page !== location.pathname + location.search,
    )
    sessionStorage.setItem(scrollStorageKey, JSON.stringify(Object.fromEntries(others)))
  } catch {
    // Without storage there is nothing to forget.
  }
}
