import type { Location } from 'react-router'

/** Where ScrollRestoration keeps how far each history entry was scrolled. */
export const scrollStorage = 'vitrine:scroll'

/**
 * The name of an entry's place. Entries that the browser itself went to are all called 'default':
 * each of them would begin where the last one ended.
 */
export const scrollKey = ({
  key,
  pathname,
  search,
}: Pick<Location, 'key' | 'pathname' | 'search'>) => (key === 'default' ? pathname + search : key)

/** Whether this page was neither reloaded nor gone back to. */
export function isNewVisit(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return visit?.type === 'navigate'
}

/** A page that is visited anew begins at its top; one that is reloaded or gone back to does not. */
export function forgetScrollOfNewVisit(): void {
  if (!isNewVisit()) return
  try {
    const places = JSON.parse(sessionStorage.getItem(scrollStorage) ?? '{}')
    delete places[location.pathname + location.search]
    sessionStorage.setItem(scrollStorage, JSON.stringify(places))
  } catch {
    // Without a storage nothing was kept.
  }
}
