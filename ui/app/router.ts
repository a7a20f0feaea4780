import { createBrowserRouter, type HydrationState } from 'react-router'
import { followVisits } from '../kit/navigation/visits.ts'
import { photoViewer, routes } from './routes.tsx'

/** Without `hydrationData`, the router runs the loaders of the first screen. */
export function createRouter(hydrationData: HydrationState | undefined) {
  const router = createBrowserRouter(routes, hydrationData && { hydrationData })
  followVisits(router)
  preloadViewer()
  return router
}

/**
 * Most visitors open a photo next, so the viewer's code is preloaded at the first sign of activity
 * rather than with the first screen. If that fails, it is loaded when needed.
 */
function preloadViewer(): void {
  const listeners = new AbortController()
  const load = () => {
    listeners.abort()
    photoViewer().catch(() => undefined)
  }
  for (const event of ['pointermove', 'pointerdown', 'keydown', 'scroll']) {
    addEventListener(event, load, { passive: true, signal: listeners.signal })
  }
}
